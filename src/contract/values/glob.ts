/**
 * `*` is any text, also empty; all else is literal, ignoring case. No backtracking: the leftmost match of each piece is
 * always sufficient, so the name is scanned once.
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
