import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { listCustomFields, listGlobalCustomFields } from '../../src/contract/lists/custom-fields.ts'
import { useCall } from '../app/api.ts'
import { useInOrganization, useQueryParam } from '../app/places.ts'
import { instantWithoutZone } from '../design/figures.ts'
import { peopleWords as words, shown } from '../words/audience/subscribers.ts'
import { Status } from './status.tsx'
import type { Found } from './search.ts'

export type PeopleColumn = {
  key: string
  word: string
  show: (row: Found) => ReactNode
  /** Shown on a card, where a value alone would say too little. */
  needsWord?: boolean
}

export type Choice = {
  all: { value: string; label: string }[]
  shown: readonly string[]
  change: (keys: string[]) => void
}

const usual = 'status,list,joined'
const fieldPrefix = 'field '

/** The columns of the address `columns=`; custom fields are those of the chosen list, or the global ones. */
export function useShown(list: string): { columns: readonly string[]; choose: Choice } {
  const [text, set] = useQueryParam('columns', usual)
  const isOne = /^\d+$/.test(list)
  const global = useCall(listGlobalCustomFields, { query: { per_page: 2000 } }, { enabled: !isOne })
  const params = { mailing_list_id: Number(isOne ? list : 0) }
  const own = useCall(listCustomFields, { params, query: { per_page: 2000 } }, { enabled: isOne })
  const fields = (isOne ? own : global).data?.data ?? []
  const all = [
    { value: 'status', label: words.status },
    { value: 'list', label: words.list },
    { value: 'joined', label: words.joined },
    { value: 'added', label: words.added },
    ...fields.map(({ name }) => ({ value: fieldPrefix + name, label: name })),
  ]
  const columns = text.split(',').filter((key) => all.some(({ value }) => value === key))
  return { columns, choose: { all, shown: columns, change: (keys) => set(keys.join(',')) } }
}

export function columnsOf(keys: readonly string[], zone: string): PeopleColumn[] {
  const time = (value: string | null) => (value === null ? '' : instantWithoutZone(value, zone))
  const known: Record<string, PeopleColumn> = {
    status: { key: 'status', word: words.status, show: ({ status }) => <Status of={status} /> },
    list: { key: 'list', word: words.list, show: (row) => row.mailing_list.name },
    joined: { key: 'joined', word: words.joined, show: (row) => time(row.subscribe_time) },
    added: { key: 'added', word: words.added, show: (row) => time(row.created_at) },
  }
  return [
    { key: 'email', word: words.email, show: (row) => <Address of={row} /> },
    ...keys.map((key): PeopleColumn => {
      const name = key.slice(fieldPrefix.length)
      return (
        known[key] ?? {
          key,
          word: name,
          needsWord: true,
          show: ({ custom_fields: values }) => {
            const value = values[name]?.value
            return value === null || value === undefined ? '' : shown(value)
          },
        }
      )
    }),
  ]
}

function Address({ of: { email, id, mailing_list_id: listId } }: { of: Found }) {
  const at = useInOrganization()
  return (
    <Anchor component={Link} href={at(`/lists/${listId}/people/${id}`)}>
      {email}
    </Anchor>
  )
}
