/** Variables that no program takes for more than a setting of its words, its log or its way to the network. */
const HARMLESS =
  /^(LANG|LANGUAGE|LC_[A-Z]{1,20}|TZ|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CLICOLOR|CI|DEBUG|LOG_LEVEL|NODE_ENV|PYTHONUNBUFFERED|PYTHONUTF8|PYTHONDONTWRITEBYTECODE)$/

/** Pure: whether an allow list lets everybody set this environment variable, without its policy naming it. */
export function isHarmlessVariable(name: string): boolean {
  return HARMLESS.test(name)
}
