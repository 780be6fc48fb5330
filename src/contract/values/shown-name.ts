/**
 * Removes placeholders and what mail programs turn into a link: otherwise anyone could make the server mail their link
 * by entering it as a name.
 */
export function shownName(name: string): string {
  return name
    .replaceAll(/[\p{Cc}{}]/gu, ' ')
    .replaceAll(/(?:\w+:)?\/\/\S*|\bwww\.\S*/giu, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
