// The notebook is in the browser's own storage: nothing to render on a server, nothing to render ahead of time.
export const ssr = false;
export const prerender = false;
