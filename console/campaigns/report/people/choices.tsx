import { Group, Select } from '@mantine/core'
import { listLinkStats } from '../../../../src/contract/campaigns/reports.ts'
import { peopleKinds } from '../../../../src/contract/campaigns/results/kinds.ts'
import type { PeopleQuery } from '../../../../src/contract/campaigns/results/people.ts'
import { bounceSeverities } from '../../../../src/contract/responses/severity.ts'
import { useCall } from '../../../app/api.ts'
import { useQueryParam } from '../../../app/places.ts'
import { peopleOfWords as words } from '../../../words/report/people.ts'

const numberOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

/** What the address asks for, without what does not belong together. */
export function useAsked(): PeopleQuery {
  const [text] = useQueryParam('kind', 'opened')
  const [content] = useQueryParam('content')
  const [link] = useQueryParam('link')
  const [severity] = useQueryParam('severity')
  const kind = peopleKinds.find((one) => one === text) ?? 'opened'
  const linkId = kind === 'clicked' ? numberOf(link) : undefined
  return {
    kind,
    link_id: linkId,
    content_id: linkId === undefined ? numberOf(content) : undefined,
    severity: kind === 'bounced' ? bounceSeverities.find((one) => one === severity) : undefined,
  }
}

type KnownLink = { id: number; url: string }

export function useLinks(campaignId: number, isAsked: boolean): KnownLink[] {
  const query = { per_page: 500 }
  const answer = useCall(listLinkStats, { params: { id: campaignId }, query }, { enabled: isAsked })
  return (answer.data?.data.links ?? []).map(({ link_id: id, url }) => ({ id, url }))
}

type ChoicesProps = {
  query: PeopleQuery
  versions: ReadonlyMap<number, string>
  /** Absent: they are not known here. */
  links?: readonly KnownLink[]
}

/** Which people, in the address. */
export function Choices({ query: { kind, link_id: linkId }, versions, links }: ChoicesProps) {
  const [, choose] = useQueryParam('kind', 'opened')
  return (
    <Group gap="md" align="flex-end">
      <Select
        label={words.who}
        data={peopleKinds.map((value) => ({ value, label: words.kinds[value] }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => choose(value ?? '')}
      />
      {versions.size > 0 && linkId === undefined && (
        <Choice
          name="content"
          label={words.version}
          all={words.everyVersion}
          data={[...versions].map(([id, label]) => ({ value: String(id), label }))}
        />
      )}
      {kind === 'clicked' && links !== undefined && (
        <Choice
          name="link"
          label={words.link}
          all={words.everyLink}
          data={links.map(({ id, url }) => ({ value: String(id), label: url }))}
        />
      )}
      {kind === 'bounced' && (
        <Choice
          name="severity"
          label={words.severity}
          all={words.everySeverity}
          data={bounceSeverities.map((value) => ({ value, label: words.severities[value] }))}
        />
      )}
    </Group>
  )
}

type ChoiceProps = { name: string; label: string; all: string; data: { value: string; label: string }[] }

function Choice({ name, label, all, data }: ChoiceProps) {
  const [value, choose] = useQueryParam(name)
  return (
    <Select
      label={label}
      data={[{ value: '', label: all }, ...data]}
      value={value}
      allowDeselect={false}
      searchable={data.length > 8}
      w={{ base: '100%', xs: 320 }}
      onChange={(next) => choose(next ?? '')}
    />
  )
}
