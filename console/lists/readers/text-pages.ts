/** The pages whose texts can be changed, in the order of a reader's way. */
export const textPages = [
  'ask',
  'left',
  'again',
  'back',
  'full',
  'preferences',
  'change',
  'form',
  'formMail',
  'dead',
  'other',
] as const
export type TextPage = (typeof textPages)[number]

const starts: Record<Exclude<TextPage, 'other'>, readonly string[]> = {
  ask: ['ask', 'leave', 'preferencesLink'],
  left: ['left', 'mistake', 'comeBack'],
  again: ['again'],
  back: ['back'],
  full: ['fullT'],
  preferences: [
    'preferences',
    'list',
    'save',
    'details',
    'field',
    'pause',
    'resume',
    'address',
    'newAddress',
    'changeAddress',
    'leaveAll',
    'unchanged',
    'notSaved',
    'leftAll',
    'fullNote',
  ],
  change: ['change'],
  form: ['form'],
  formMail: ['formMail', 'formReminder', 'formAlready'],
  dead: ['dead', 'later'],
}

const exact = new Set(['leave'])

/** Keys that no page claims belong to `other`, so that each text can be changed somewhere. */
export function keysOf(page: TextPage, keys: readonly string[]): readonly string[] {
  return keys.filter((key) => pageOf(key) === page)
}

/** The longest beginning that fits decides: `leaveAll` is of the preferences. */
function pageOf(key: string): TextPage {
  let found: { page: TextPage; length: number } = { page: 'other', length: 0 }
  for (const page of textPages) {
    if (page === 'other') continue
    for (const start of starts[page]) {
      const fits = exact.has(start) ? key === start : key.startsWith(start)
      if (fits && start.length > found.length) found = { page, length: start.length }
    }
  }
  return found.page
}
