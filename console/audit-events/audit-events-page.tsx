import { Anchor, Text } from '@mantine/core'
import { listAuditEvents, type AuditEvent } from '../../src/contract/audit-events.ts'
import { useCall } from '../app/api.ts'
import { usePageParam, useZone } from '../app/places.ts'
import { useOpenSession, type OpenSession } from '../app/session.tsx'
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
      show: (event) => <bdi>{subjectOf(event)}</bdi>,
    },
    { key: 'details', word: words.details, place: 'wide', show: (event) => <Details of={event} /> },
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

/** Of them the log has one, or a number says nothing. */
const unnumbered = new Set(['Organization', 'Session'])

function subjectOf({ subject: { type, id, name }, details }: AuditEvent): string {
  if (type === null) return ''
  if (unnumbered.has(type)) return words.subject(type, null)
  const former = typeof details['name'] === 'string' ? details['name'] : null
  return words.subject(type, name ?? former ?? id)
}

const systemOrganizationId = 1

function nameOf(
  { type, id, name, organization_id: organizationId }: AuditEvent['actor'],
  { user, ownOrganization }: OpenSession,
): string {
  if (type === 'system') return words.actor.system
  // Names of another organization are not told, but one knows oneself.
  if (type === 'user' && id === user.id && organizationId === ownOrganization.id) return user.full_name
  if (name !== null) return type === 'api_key' ? words.actor.key(name) : name
  if (organizationId === systemOrganizationId && type !== 'import') return words.actor.systemAdministrator
  return words.actor[type](id)
}

/** One press shows what else the same person or program did. */
function Actor({ of: actor, only }: { of: AuditEvent['actor']; only: (type: string, id: number) => void }) {
  const { type, id } = actor
  const known = nameOf(actor, useOpenSession())
  const name = actor.assistant === null ? known : words.actor.byAssistant(known, actor.assistant)
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
function Details({ of: { details, names } }: { of: AuditEvent }) {
  const lines = detailLines(details, { names, zone: useZone() })
  if (lines.length === 0) return null
  return (
    <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {lines.join('\n')}
    </Text>
  )
}
