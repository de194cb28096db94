// Which addresses in a cell may become a link or load a picture. A notebook is opened offline and shared with strangers: a picture
// loaded from elsewhere tells its owner who reads and when, so nothing remote is ever fetched. Refused: a deny-list of schemes.

const DATA_RASTER = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=]+$/;
const OWN_RASTER = /^\/(?!\/)[\w\-./~]*\.(?:png|jpe?g|gif|webp|avif)$/i;

/** True for what a link may point at: absolute http(s) addresses and mailto. */
export function isLinkAllowed(href: string): boolean {
	if (/^mailto:[^\s]+$/i.test(href)) return true;
	return /^https?:\/\//i.test(href) && URL.canParse(href);
}

/** True for pictures that load without asking anybody else: blobs, raster data, raster files of this app (plain names). SVG is a document, not a picture. */
export function isPictureAllowed(source: string): boolean {
	return /^blob:https?:\/\//.test(source) || DATA_RASTER.test(source) || OWN_RASTER.test(source);
}

/** What the parser may take for an address at all; the two functions above decide later what becomes of it. */
export function isAddress(address: string): boolean {
	return !/^\s*(?:javascript|vbscript|file):/i.test(address);
}
