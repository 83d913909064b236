/** The HTML of an app as large as those of today. */
export function appPage(): string
