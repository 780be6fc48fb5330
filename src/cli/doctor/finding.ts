/** `text`: one sentence, with the remedy if there is a problem. */
export type Finding = { level: 'fine' | 'warning' | 'problem'; text: string }

export function fine(text: string): Finding {
  return { level: 'fine', text }
}

export function warning(text: string): Finding {
  return { level: 'warning', text }
}

export function problem(text: string): Finding {
  return { level: 'problem', text }
}
