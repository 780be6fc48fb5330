/** `/a/<organization>-<token>` of any address, as it is written in HTML and styles. */
const picture = /https?:\/\/[^\s"'()<>]*?(\/a\/\d+-[\w-]{22})(?![\w-])/gi

/**
 * The pictures of a message have the address by which its readers reach the server. The console may be open at another one,
 * where its policy loads pictures only from that: a preview shows them from there.
 * @param server where the console reaches the server, without a slash at the end
 */
export function withOwnPictures(html: string, server: string): string {
  return html.replaceAll(picture, (_, path: string) => `${server}${path}`)
}
