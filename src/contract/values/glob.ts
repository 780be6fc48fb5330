/**
 * Whether a name matches a pattern in which `*` is any text, empty too; everything else stands for itself. Case does
 * not matter. No regular expression and no backtracking: the leftmost place of each piece is always good enough, so
 * the name is walked once.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  const pieces = pattern.toLowerCase().split('*')
  const text = name.toLowerCase()
  const first = pieces[0] ?? ''
  if (pieces.length === 1) return text === first
  const last = pieces.at(-1) ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let place = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, place)
    if (found === -1) return false
    place = found + piece.length
  }
  return place <= end
}
