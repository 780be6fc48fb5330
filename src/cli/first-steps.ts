import { mounts } from '../contract/api/endpoint.ts'

/** What a person at the terminal needs to know when a server has started. */
export type FirstSteps = {
  version: string
  url: string
  /** The credential of the first system key, when it was made just now. */
  newCredential: string | null
  /** Where messages can be read that do not leave; null: they do leave. */
  mailboxUrl: string | null
}

export function firstSteps({ version, url, newCredential, mailboxUrl }: FirstSteps): string {
  const api = `${url}${mounts[0]}`
  const mailbox =
    mailboxUrl === null
      ? ''
      : `No SMTP_URL is set: what is sent stays here and can be read at ${mailboxUrl}\n`
  const ready = `\nQuiver ${version} is ready: ${api}\n`
  if (newCredential === null)
    return `${ready}${mailbox}README.md shows a first campaign and a first import. Ctrl-C stops the server.\n`
  return `${ready}
This is its first start. The credential of its administrator, shown only this once:

  ${newCredential}

Keep it, then create a mailing list and look at it:

  export QUIVER_API_KEY=${newCredential}
  curl -s -H "Authorization: Basic $QUIVER_API_KEY" -d '{"mailing_list":{"name":"Newsletter"}}' ${api}/mailing_lists
  curl -s -H "Authorization: Basic $QUIVER_API_KEY" ${api}/mailing_lists

${mailbox}README.md goes on from here with a first campaign and a first import. Ctrl-C stops the server.
`
}
