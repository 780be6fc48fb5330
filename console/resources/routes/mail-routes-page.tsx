import { Text } from '@mantine/core'
import { virtualMtaEndpoints } from '../../../src/contract/resources/virtual-mtas.ts'
import { useMay } from '../../app/may.ts'
import { Page } from '../../design/page.tsx'
import { routeWords as words } from '../../words/resources.ts'
import { BounceEmails } from './bounce-emails.tsx'
import { UrlDomains } from './url-domains.tsx'
import { VirtualMtas } from './virtual-mtas.tsx'

export default function Routes() {
  const may = useMay()
  return (
    <Page title={words.title} lead={words.lead}>
      {!may(virtualMtaEndpoints.own.create) && <Text c="dimmed">{words.readOnly}</Text>}
      <VirtualMtas />
      <UrlDomains />
      <BounceEmails />
    </Page>
  )
}
