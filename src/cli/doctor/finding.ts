/** One sentence about one thing; a problem or a warning includes the remedy. */
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
