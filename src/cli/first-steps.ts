import { mounts } from '../contract/api/endpoint.ts'

export type FirstSteps = {
  version: string
  url: string
  /** The credential of the first system key, if it was created in this start. */
  newCredential: string | null
  /** Link to the page that shows captured messages; null if there is none. */
  mailboxUrl: string | null
}

export function firstSteps({ version, url, newCredential, mailboxUrl }: FirstSteps): string {
  const api = `${url}${mounts[0]}`
  const mailbox =
    mailboxUrl === null
      ? ''
      : `SMTP_URL is not set, so no mail leaves this machine. Read it here:\n\n  ${mailboxUrl}\n\n`
  const ready = `\nQuiver ${version} is ready: ${api}\n`
  if (newCredential === null)
    return `${ready}${mailbox}README.md shows a first campaign and a first import. Ctrl-C stops the server.\n`
  return `${ready}
This is the first start. The administrator's credential, shown only once:

  ${newCredential}

Save it, then create a mailing list and show it:

  export QUIVER_API_KEY=${newCredential}
  curl -s -H "Authorization: Basic $QUIVER_API_KEY" -d '{"mailing_list":{"name":"Newsletter"}}' ${api}/mailing_lists
  curl -s -H "Authorization: Basic $QUIVER_API_KEY" ${api}/mailing_lists

${mailbox}README.md continues with a first campaign and a first import. Ctrl-C stops the server.
`
}
