/** PostgreSQL refuses NUL in text and jsonb, and a lone surrogate silently becomes U+FFFD. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Decimal, without sign, leading zero or white space; null above 2^53-1. */
export function parseId(text: string): number | null {
  if (!/^[1-9][0-9]{0,18}$/.test(text)) return null
  const id = Number(text)
  return id <= Number.MAX_SAFE_INTEGER ? id : null
}

/** The booleans that real clients send; null for anything else. */
export function parseBoolean(input: unknown): boolean | null {
  switch (input) {
    case true:
    case 1:
    case '1':
    case 'true':
      return true
    case false:
    case 0:
    case '0':
    case 'false':
      return false
    default:
      return null
  }
}
