import { Anchor, List } from '@mantine/core'
import { Link } from 'wouter'
import type { Endpoint } from '../../src/contract/api/endpoint.ts'
import { listSubscriberExports } from '../../src/contract/exports/endpoints.ts'
import { listSubscriberImports } from '../../src/contract/imports/endpoints.ts'
import { updateMailingList } from '../../src/contract/lists/endpoints.ts'
import { updateOrganization } from '../../src/contract/organizations/endpoints.ts'
import { updateBrand } from '../../src/contract/resources/brands.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization } from '../app/places.ts'
import { useWords } from '../words/audience/uses.ts'

type Use = { type: string; id: number | null; name: string; mailing_list_id: number | null }

/** The pages of these are for those who may make the call; the others are open to every user. */
const needsOf: Partial<Record<string, Pick<Endpoint, 'role' | 'permission'>>> = {
  Organization: updateOrganization,
  SubscriberExport: listSubscriberExports,
  SubscriberImport: listSubscriberImports,
}

/** Records that use something, each a link to its page for those who get it. */
export function UseList({ uses }: { uses: readonly Use[] }) {
  const at = useInOrganization()
  const may = useMay()
  return (
    <List spacing={4}>
      {uses.map((use) => {
        const needs = use.type === 'Brand' ? needsOfBrand(use) : needsOf[use.type]
        const path = needs === undefined || may(needs) ? pathOf(use) : null
        const word = useWords.of(use.type, use.name)
        return (
          <List.Item
            key={`${use.type} ${use.id} ${use.mailing_list_id}`}
            style={{ overflowWrap: 'anywhere' }}
          >
            {path === null ? (
              word
            ) : (
              <Anchor component={Link} href={at(path)}>
                {word}
              </Anchor>
            )}
          </List.Item>
        )
      })}
    </List>
  )
}

/** A list has pages for readers of its own. */
function needsOfBrand({ mailing_list_id: listId }: Use) {
  return listId === null ? updateBrand : updateMailingList
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
