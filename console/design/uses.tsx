import { List } from '@mantine/core'
import { OpenLink } from '../app/reach/open-link.tsx'
import { useWords } from '../words/audience/uses.ts'

type Use = { type: string; id: number | null; name: string; mailing_list_id: number | null }

/** Records that use something, each a link to its page for those who get it. */
export function UseList({ uses }: { uses: readonly Use[] }) {
  return (
    <List spacing={4}>
      {uses.map((use) => (
        <List.Item key={`${use.type} ${use.id} ${use.mailing_list_id}`} style={{ overflowWrap: 'anywhere' }}>
          <OpenLink to={pathOf(use)}>{useWords.of(use.type, use.name)}</OpenLink>
        </List.Item>
      ))}
    </List>
  )
}

/** null: it has no page of its own. */
function pathOf({ type, id, mailing_list_id: listId }: Use): string | null {
  switch (type) {
    case 'Autoresponder':
      return `/lists/${listId}/autoresponders/${id}`
    case 'Brand':
      return listId === null ? '/settings/brand' : `/lists/${listId}/readers`
    case 'Campaign':
      return `/campaigns/${id}`
    case 'MailingList':
      return `/lists/${id}`
    case 'Organization':
      return '/settings/organization'
    case 'Segment':
      return `/segments/${id}`
    case 'SpecialSendingRule':
      return `/sending-rules/${id}`
    case 'SubscriberExport':
      return '/exports'
    case 'SubscriberImport':
      return `/imports/${id}`
    case 'Template':
      return `/templates?list=${listId}`
    case 'WebForm':
      return `/lists/${listId}/forms/${id}`
    default:
      return null
  }
}
