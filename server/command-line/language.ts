// The language of the terminal, as POSIX says it: LC_ALL before LC_MESSAGES before LANG, the first that is not empty.

type Environment = Readonly<Record<string, string | undefined>>;

/** `zh` for any Chinese, else `en`. */
export function languageOf(env: Environment): 'en' | 'zh' {
	const said = [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find(
		(value) => value !== undefined && value !== '',
	);
	return /^zh(?:$|[_.@-])/i.test(said ?? '') ? 'zh' : 'en';
}
