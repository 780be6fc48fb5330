import { Anchor, Text } from '@mantine/core'
import { listAuditEvents, type AuditEvent } from '../../src/contract/audit-events.ts'
import { useCall } from '../app/api.ts'
import { usePageParam, useZone } from '../app/places.ts'
import { instantWithoutZone } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Pages, Rows, type Column } from '../design/table.tsx'
import { detailLines } from './detail-lines.ts'
import { auditWords as words } from '../words/audit/events.ts'
import { Filters, useFilters } from './filters.tsx'

export default function AuditLog() {
  const zone = useZone()
  const [page, turn] = usePageParam()
  const filters = useFilters()
  const events = useCall(listAuditEvents, { query: { ...filters.query, page, per_page: 50 } }, { keep: true })
  const columns: Column<AuditEvent>[] = [
    { key: 'what', word: words.what, place: 'lead', show: ({ kind }) => words.kindOf(kind) },
    { key: 'when', word: words.when(zone), show: ({ occurred_at: time }) => instantWithoutZone(time, zone) },
    { key: 'who', word: words.who, show: ({ actor }) => <Actor of={actor} only={filters.by} /> },
    {
      key: 'about',
      word: words.about,
      show: ({ subject: { type, id } }) => (type === null ? '' : words.subject(type, id)),
    },
    { key: 'details', word: words.details, place: 'wide', show: ({ details }) => <Details of={details} /> },
  ]
  return (
    <Page title={words.title} lead={words.lead}>
      <Filters of={filters} />
      <Panel flush>
        <Answered of={events}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...words.empty} />
            ) : (
              <>
                <Text px="md" pt="sm" size="sm" c="dimmed" className="figures" role="status">
                  {words.total(paging?.num_records ?? data.length, paging?.num_records_is_exact !== false)}
                </Text>
                <Rows
                  caption={words.title}
                  columns={columns}
                  rows={data}
                  keyOf={({ id }) => id}
                  isOld={events.isPlaceholderData}
                  isCompact
                />
                <Pages paging={paging} turn={turn} />
              </>
            )
          }
        </Answered>
      </Panel>
    </Page>
  )
}

const systemOrganizationId = 1

function nameOf({ type, id, name, organization_id: organizationId }: AuditEvent['actor']): string {
  if (type === 'system') return words.actor.system
  if (name !== null) return type === 'api_key' ? words.actor.key(name) : name
  if (organizationId === systemOrganizationId && type !== 'import') return words.actor.systemAdministrator
  return words.actor[type](id)
}

/** One press shows what else the same person or program did. */
function Actor({ of: actor, only }: { of: AuditEvent['actor']; only: (type: string, id: number) => void }) {
  const { type, id } = actor
  const name =
    actor.assistant === null ? nameOf(actor) : words.actor.byAssistant(nameOf(actor), actor.assistant)
  if (id === null) return name
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      ta="start"
      onClick={() => only(type, id)}
      aria-label={words.only(name)}
    >
      {name}
    </Anchor>
  )
}

/** Sentences for people; the API has the attributes themselves. */
function Details({ of: details }: { of: AuditEvent['details'] }) {
  const lines = detailLines(details)
  if (lines.length === 0) return null
  return (
    <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {lines.join('\n')}
    </Text>
  )
}
