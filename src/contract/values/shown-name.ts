/**
 * A name as the server's own mails show it: on one line, without placeholders, and without what mail programs turn into
 * a link. A stranger could otherwise make the server mail a link of theirs by giving it as a name.
 */
export function shownName(name: string): string {
  return name
    .replaceAll(/[\p{Cc}{}]/gu, ' ')
    .replaceAll(/(?:\w+:)?\/\/\S*|\bwww\.\S*/giu, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
