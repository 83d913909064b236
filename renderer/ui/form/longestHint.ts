import { t } from '../../i18n/t'

/** Pure: what to say of a text that has the most characters its field takes: the field cuts more without a word. Undefined before. */
export function longestHint(text: string, most: number): string | undefined {
  return text.length >= most ? t('ui.longest', { most }) : undefined
}
