// A unit is read only where it is plainly one: an explicit key, a closing parenthesis of the title or of the words right before the mark,
// or a token right after it, and only for numbers. Field ids (`height_cm`) and bare words in titles (`Height cm`) are no evidence.
// Refused: a units package (10 kB in every page for a question of form) and guessing from descriptions.

const SYMBOL =
	/^(?!pH$)(?:[munpfkMGTcdhµμ]?(?:m|g|L|l|s|mol|M|N|Pa|bar|V|A|W|J|Hz|K|eV|cal|Da|kat|Bq|Gy|Sv|T|F|H|S|C|Ω|U|IU|Wh|lx|lm|B|bp|t)|[kM]b|[mnpµμ]?in|min|h|hr|hrs|d|wk|mo|yr|day|days|hour|hours|minute|minutes|second|seconds|week|weeks|month|months|year|years|sec|°C|°F|℃|℉|°|deg|rad|%|‰|ppm|ppb|ppt|rpm|xg|×g|psi|atm|Torr|mmHg|cmH2O|Å|dB|AU|OD|CFU|cfu|PFU|pfu|RFU|rlu|RLU|cell|cells|well|wells|copies|reads|count|counts|mEq|Osm|mOsm|bpm|fold|rcf|g|gn|ha|ac|ft|lb|oz|gal|kWh|vol|wt|w|v|毫升|微升|升|克|毫克|微克|千克|公斤|吨|米|厘米|毫米|微米|纳米|千米|公里|秒|分|分钟|小时|天|日|周|月|年|度|摄氏度|摩尔|毫摩尔|个|次|株|只|份|帕|千帕|兆帕|伏|安|瓦|赫兹|转|细胞)(?:\^?[-−]?[0-9]|[⁻]?[⁰¹²³⁴-⁹]+)?$/u;
const TRAILING = /[(（[]\s*([^()（）[\]]{1,16}?)\s*[)）\]]\s*[*_]{0,3}\s*[:：=]?\s*[*_]{0,3}\s*$/u;
const FOLLOWING = /^(?: |\t|\u00a0)?([^\s|,;.，。；、()（）{}[\]<>`*]{1,12})(\s|$|[|,;.，。；、)）<])/u;

/** True for a short token that is a unit or a product of units: `mL`, `mg/mL`, `m·s⁻¹`, `°C`, `%`, `cells/well`. */
export function looksLikeUnit(token: string): boolean {
	if (token.length === 0 || token.length > 16) return false;
	const factors = token.split(/[/·⋅*]| per | (?=\S)/u);
	return factors.length <= 4 && factors.every((factor) => factor === '1' || SYMBOL.test(factor.trim()));
}

/** The unit in a closing parenthesis, a colon after it allowed; empty where there is none. */
export function trailingUnit(label: string): string {
	const token = TRAILING.exec(label)?.[1] ?? '';
	return looksLikeUnit(token) ? token : '';
}

/** The unit a text begins with; a single letter counts only before the end of a line, cell or sentence. */
export function leadingUnit(text: string): string {
	const [, token = '', next = ''] = FOLLOWING.exec(text) ?? [];
	if (!looksLikeUnit(token)) return '';
	const alone =
		next === '' ||
		next === '\n' ||
		next === '\r' ||
		/[|,;.，。；、)）<]/u.test(next) ||
		/^ +(?:\||$|[\r\n])/.test(text.slice(text.indexOf(token) + token.length));
	return /^[A-Za-z]$/.test(token) && !alone ? '' : token;
}

/** A title without the parenthesis that only repeats the unit. */
export function titleWithoutUnit(title: string, unit: string): string {
	if (unit === '' || trailingUnit(title) !== unit) return title;
	return title.replace(TRAILING, '').trim() || title;
}
