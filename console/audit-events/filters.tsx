import { Button, Group, Select, TextInput } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { actorTypes } from '../../src/contract/audit-events.ts'
import { useQueryParam } from '../app/places.ts'
import { auditWords } from '../words/audit/events.ts'

const words = auditWords.filters

type Given = { value: string; set: (value: string) => void }
type FilterSet = {
  kind: Given
  actorType: Given
  /** The id of one actor, which the list sets. */
  actorId: Given
  from: Given
  to: Given
  /** Of one type, or of one actor. */
  by: (type: string, id: number | null) => void
  clear: () => void
  isSet: boolean
  query: {
    kind?: string
    actor_type?: (typeof actorTypes)[number]
    actor_id?: string
    occurred_at__start?: string
    occurred_at__end?: string
  }
}

/** The filters are part of the address: a colleague's link shows the same. */
export function useFilters(): FilterSet {
  const [, setParams] = useSearchParams()
  const given = (name: string): Given => {
    // eslint-disable-next-line react-hooks/rules-of-hooks -- called in the same order each time
    const [value, set] = useQueryParam(name)
    return { value, set }
  }
  const [kind, actorType, from, to] = [given('kind'), given('by'), given('from'), given('to')]
  const actorId = given('actor')
  const type = actorTypes.find((one) => one === actorType.value)
  return {
    kind,
    actorType,
    actorId,
    from,
    to,
    isSet: [kind, actorType, from, to].some(({ value }) => value !== ''),
    by: (type, id) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        for (const name of ['by', 'actor', 'page']) next.delete(name)
        if (type !== '') next.set('by', type)
        if (id !== null) next.set('actor', String(id))
        return next
      }),
    clear: () => setParams({}, { replace: true }),
    query: {
      ...(kind.value !== '' && { kind: kind.value }),
      ...(type !== undefined && { actor_type: type }),
      ...(type !== undefined && /^[1-9]\d{0,14}$/.test(actorId.value) && { actor_id: actorId.value }),
      ...(from.value !== '' && { occurred_at__start: from.value }),
      ...(to.value !== '' && { occurred_at__end: to.value }),
    },
  }
}

export function Filters({ of: { kind, actorType, actorId, from, to, by, clear, isSet } }: { of: FilterSet }) {
  const kinds = Object.entries(auditWords.kinds).map(([value, label]) => ({ value, label }))
  const types = actorTypes.map((value) => ({ value, label: auditWords.actorTypes[value] }))
  return (
    <Group component="search" aria-label={words.title} align="flex-end" gap="sm">
      <Select
        label={words.kind}
        placeholder={words.anything}
        data={kinds}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': words.clear }}
        value={kind.value === '' ? null : kind.value}
        onChange={(value) => kind.set(value ?? '')}
        w={280}
      />
      <Select
        label={words.actorType}
        placeholder={words.anybody}
        data={types}
        clearable
        clearButtonProps={{ 'aria-label': words.clear }}
        value={actorType.value === '' ? null : actorType.value}
        onChange={(value) => by(value ?? '', null)}
        w={160}
      />
      <TextInput
        label={words.from}
        type="date"
        value={from.value}
        onChange={(event) => from.set(event.currentTarget.value)}
      />
      <TextInput
        label={words.to}
        type="date"
        value={to.value}
        onChange={(event) => to.set(event.currentTarget.value)}
      />
      {actorId.value !== '' && (
        <Button variant="default" onClick={() => actorId.set('')}>
          {words.oneActor(actorId.value)}
        </Button>
      )}
      {isSet && (
        <Button variant="default" onClick={clear}>
          {words.clear}
        </Button>
      )}
    </Group>
  )
}
