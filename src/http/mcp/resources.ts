import type { Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import { notFound } from '../../contract/api/errors.ts'
import { make, type Visit } from './inside.ts'
import { plainLine } from './marked.ts'

type Kind = {
  /** `quiver://mailing_lists/7` */
  collection: string
  title: string
  description: string
  list: string
  /** What it consists of; the calls that the key does not open are left out. */
  parts: Record<string, { call: string; path: (id: string) => string; members?: readonly string[] }>
  suffix?: string
}

const kinds: readonly Kind[] = [
  {
    collection: 'mailing_lists',
    title: 'Mailing list',
    description: 'A mailing list, its settings and its custom fields',
    list: 'listMailingLists',
    parts: {
      mailing_list: { call: 'showMailingList', path: (id) => `mailing_lists/${id}` },
      custom_fields: { call: 'listCustomFields', path: (id) => `mailing_lists/${id}/custom_fields` },
    },
  },
  {
    collection: 'segments',
    title: 'Segment',
    description: 'A segment: the rule that chooses people of a list',
    list: 'listSegments',
    parts: { segment: { call: 'showSegment', path: (id) => `segments/${id}` } },
  },
  {
    collection: 'campaigns',
    title: 'Campaign',
    description: 'A campaign with its content, its audience and its state',
    list: 'listAllCampaigns',
    parts: { campaign: { call: 'showCampaign', path: (id) => `campaigns/${id}` } },
  },
  {
    collection: 'campaigns',
    suffix: '/report',
    title: 'Report of a campaign',
    description: 'What became of a campaign: its numbers, links, domains and the course of time',
    list: 'listAllCampaigns',
    parts: {
      link_stats: { call: 'listLinkStats', path: (id) => `campaigns/${id}/link_stats` },
      domains: { call: 'showCampaignDomains', path: (id) => `campaigns/${id}/domains` },
      timeline: { call: 'showCampaignTimeline', path: (id) => `campaigns/${id}/timeline` },
      // Without the content, which is longer than all of the rest.
      campaign: {
        call: 'showCampaign',
        path: (id) => `campaigns/${id}`,
        members: ['id', 'name', 'dispatch', 'content_stats'],
      },
    },
  },
]

const perPage = 50

const isOpen = ({ calls }: Visit, id: string) => calls.some(({ endpoint }) => endpoint.id === id)

/** Without its first part a record cannot be known to exist. */
function openKinds(visit: Visit): Kind[] {
  return kinds.filter(({ parts }) =>
    Object.values(parts)
      .slice(0, 1)
      .every(({ call }) => isOpen(visit, call)),
  )
}

export function templatesFor(visit: Visit): ResourceTemplate[] {
  return openKinds(visit).map(({ collection, suffix = '', title, description }) => ({
    name: title,
    uriTemplate: `quiver://${collection}/{id}${suffix}`,
    description,
    mimeType: 'application/json',
  }))
}

/** @param cursor the number of a page. */
export async function resourcesFor(
  visit: Visit,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const page = /^\d{1,6}$/.test(cursor ?? '') ? Number(cursor) : 0
  const lists = new Map<string, Listed>()
  for (const { list, collection } of openKinds(visit)) {
    if (lists.has(list) || !isOpen(visit, list)) continue
    lists.set(list, await listed(visit, `${collection}?page=${page}&per_page=${perPage}`))
  }
  const resources = openKinds(visit).flatMap(({ list, collection, suffix = '', title, description }) =>
    (lists.get(list)?.rows ?? []).map(({ id, name }) => ({
      uri: `quiver://${collection}/${id}${suffix}`,
      name: `${title} ${id}`,
      title: `${title} “${plainLine(name, 80)}”`,
      description,
      mimeType: 'application/json',
    })),
  )
  const hasMore = [...lists.values()].some(({ pages }) => pages > page + 1)
  return { resources, ...(hasMore && { nextCursor: String(page + 1) }) }
}

type Listed = { rows: { id: number; name: string }[]; pages: number }

async function listed(visit: Visit, path: string): Promise<Listed> {
  const { data, paging } = await make(visit, { method: 'GET', path })
  return { rows: data as Listed['rows'], pages: (paging as { num_pages: number }).num_pages }
}

/** @throws AppError `not_found`, the same for what there is not and for what the key does not open. */
export async function readResource(visit: Visit, uri: string): Promise<unknown> {
  const [, collection, id = '', suffix = ''] = /^quiver:\/\/(\w+)\/(\d{1,15})(\/\w+)?$/.exec(uri) ?? []
  const kind = openKinds(visit).find((one) => one.collection === collection && (one.suffix ?? '') === suffix)
  if (kind === undefined) throw notFound('resource')
  const read: Record<string, unknown> = {}
  for (const [name, { call, path, members }] of Object.entries(kind.parts)) {
    if (!isOpen(visit, call)) continue
    const { data } = await make(visit, { method: 'GET', path: path(id) })
    read[name] = members === undefined ? data : pick(data as Record<string, unknown>, members)
  }
  return read
}

function pick(record: Record<string, unknown>, members: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(members.map((member) => [member, record[member]]))
}
