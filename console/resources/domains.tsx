import { Page } from '../design/page.tsx'
import { domainWords as words } from '../words/resources.ts'
import { DkimKeys } from './dkim-keys.tsx'
import { SenderDomains } from './sender-domains.tsx'

export default function Domains() {
  return (
    <Page title={words.title} lead={words.lead}>
      <SenderDomains />
      <DkimKeys />
    </Page>
  )
}
