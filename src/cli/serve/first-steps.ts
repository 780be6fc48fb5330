import { mounts } from '../../contract/api/endpoint.ts'
import type { Started } from '../../server/start.ts'

export type FirstSteps = Pick<Started, 'firstKey' | 'setUpUrl' | 'mailboxUrl'> & {
  version: string
  url: string
}

export function firstSteps({ version, url, firstKey, setUpUrl, mailboxUrl }: FirstSteps): string {
  const api = `${url}${mounts[0]}`
  const mailbox =
    mailboxUrl === null
      ? ''
      : `SMTP_URL is not set, so no mail leaves this machine. Read it here:\n\n  ${mailboxUrl}\n\n`
  const ready = `\nQuiver ${version} is ready: ${api}\n${consoleOf(url, setUpUrl)}`
  if (firstKey === null)
    return `${ready}${mailbox}docs/first-steps.md shows a first campaign and a first import. Ctrl-C stops the server.\n`
  return `${ready}${firstKey.credential === null ? ofGivenKey : ofNewKey(firstKey.credential)}
  curl -s -H "Authorization: Basic $QUIVER_API_KEY" -d '{"mailing_list":{"name":"Newsletter"}}' ${api}/mailing_lists
  curl -s -H "Authorization: Basic $QUIVER_API_KEY" ${api}/mailing_lists

${mailbox}docs/first-steps.md continues with a first campaign and a first import. Ctrl-C stops the server.
`
}

/** @param setUpUrl null once a system administrator has an account. */
function consoleOf(url: string, setUpUrl: string | null): string {
  return setUpUrl === null
    ? `The console: ${url}/console\n\n`
    : `\nSet up Quiver in your browser. The link works once:\n\n  ${setUpUrl}\n\n`
}

function ofNewKey(credential: string): string {
  return `This is the first start. The administrator's credential, shown only once:

  ${credential}

Save it (\`quiver admin-key\` makes another one), then create a mailing list and show it:

  export QUIVER_API_KEY=${credential}`
}

/** Does not contain the key, because this output often goes to a log. */
const ofGivenKey = `This is the first start. SYSTEM_API_KEY is the administrator's key; its credential is base64("1:" + key). Create a
mailing list and show it:

  export QUIVER_API_KEY=$(printf '1:%s' "$SYSTEM_API_KEY" | base64)`
