import { Anchor, Box, Button, Checkbox, Group, Progress, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'wouter'
import { createCampaign } from '../../src/contract/campaigns/endpoints.ts'
import { listLinkStats } from '../../src/contract/campaigns/reports.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization, usePageParam, useQueryParam, useZone } from '../app/places.ts'
import { ListSelect } from '../resources/choose/list-select.tsx'
import { count, instantWithoutZone, percent } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Pages, Rows, type Column } from '../design/table.tsx'
import { campaignWords as words } from '../words/campaigns.ts'
import { pathOf, stageOf, useCampaigns, type Campaign } from './data.ts'
import { State } from './state.tsx'
import { Thumbnail } from './compose/preview/thumbnail.tsx'

const compared = { least: 2, most: 5 }

/** The campaigns of all lists; the figures of those that are being sent move. */
export default function Campaigns() {
  const may = useMay()
  const at = useInOrganization()
  const [page, turn] = usePageParam()
  const [q] = useQueryParam('q')
  const [state] = useQueryParam('state')
  const [list] = useQueryParam('list')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const isFiltered = q !== '' || state !== '' || list !== ''
  const campaigns = useCampaigns(queryOf({ page, q, state, list }))
  const create = may(createCampaign) && (
    <Button component={Link} href={at('/campaigns/new')}>
      {words.create}
    </Button>
  )
  const mark: Choice['mark'] = (id, isOn) => setChosen((now) => withMark(now, id, isOn))
  const isOffered = campaigns.data?.data.some(({ stats }) => stats !== null) ?? false
  const columns = useColumns(may(listLinkStats) ? { chosen, mark, isOffered } : null)
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <CompareButton chosen={chosen} />
          {create}
        </>
      }
    >
      <Filters />
      <Panel flush>
        <Answered of={campaigns}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...(isFiltered ? words.noneFound : words.empty)} pageAction={!isFiltered && create} />
            ) : (
              <>
                <Rows
                  caption={words.title}
                  columns={columns}
                  rows={data}
                  keyOf={({ id }) => id}
                  isOld={campaigns.isPlaceholderData}
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

function CompareButton({ chosen }: Pick<Choice, 'chosen'>) {
  const at = useInOrganization()
  if (chosen.length < compared.least) return null
  return (
    <Button variant="default" component={Link} href={at(`/campaigns/compare?ids=${chosen.join(',')}`)}>
      {words.compareThem(chosen.length)}
    </Button>
  )
}

type Filter = { page: number; q: string; state: string; list: string }

function queryOf({ page, q, state, list }: Filter) {
  return {
    page,
    per_page: 25,
    archived: false,
    ...(q !== '' && { name_contains: q }),
    ...(state !== '' && { state }),
    ...(list !== '' && { mailing_list_id: list }),
  }
}

function Filters() {
  const [q, setQ] = useQueryParam('q')
  const [state, setState] = useQueryParam('state')
  const [list, setList] = useQueryParam('list')
  const [text, setText] = useState(q)
  const search = useDebouncedCallback(setQ, 300)
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        label={words.search}
        type="search"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          search(value)
        }}
      />
      <Select
        label={words.state}
        data={words.stateFilters}
        value={state}
        onChange={(value) => setState(value ?? '')}
        allowDeselect={false}
        w={180}
      />
      <ListSelect
        label={words.list}
        placeholder={words.allLists}
        value={list === '' ? null : Number(list)}
        onChange={(id) => setList(String(id ?? ''))}
        clearable
        w={220}
      />
    </Group>
  )
}

function withMark(chosen: readonly number[], id: number, isOn: boolean): number[] {
  return isOn ? [...chosen, id].slice(-compared.most) : chosen.filter((one) => one !== id)
}

type Choice = {
  chosen: readonly number[]
  mark: (id: number, isOn: boolean) => void
  /** The names of the others keep to the same line, if any campaign of the page can be chosen. */
  isOffered: boolean
}

/** @param choice of campaigns to compare; null for those who may not read reports */
function useColumns(choice: Choice | null): Column<Campaign>[] {
  const at = useInOrganization()
  const zone = useZone()
  const rate = (part: number | undefined, base: number | undefined) =>
    part === undefined || base === undefined || base === 0 ? '' : `${count(part)} · ${percent(part, base)}`
  return [
    {
      key: 'name',
      word: words.name,
      place: 'lead',
      show: (campaign) => (
        <Group gap="sm" wrap="nowrap" align="flex-start">
          {choice !== null && campaign.stats !== null && (
            <Checkbox
              size="xs"
              mt={3}
              aria-label={words.compareThis(campaign.name)}
              checked={choice.chosen.includes(campaign.id)}
              onChange={({ currentTarget: { checked } }) => choice.mark(campaign.id, checked)}
            />
          )}
          {choice?.isOffered === true && campaign.stats === null && (
            <Box w={16} style={{ flexShrink: 0 }} visibleFrom="sm" />
          )}
          <Thumbnail campaignId={campaign.id} />
          <Name campaign={campaign} to={at(pathOf(campaign, choice !== null))} />
        </Group>
      ),
    },
    { key: 'state', word: words.state, show: (campaign) => <State stage={stageOf(campaign)} /> },
    { key: 'list', word: words.list, show: ({ mailing_list_name: name }) => name },
    { key: 'when', word: words.begins(zone), place: 'wide', show: (campaign) => whenOf(campaign, zone) },
    { key: 'sent', word: words.sent, isNumber: true, show: (campaign) => <Sent campaign={campaign} /> },
    {
      key: 'opened',
      word: words.opened,
      isNumber: true,
      show: ({ stats }) => rate(stats?.open.unique, stats?.sent.accepted),
    },
    {
      key: 'clicked',
      word: words.clicked,
      isNumber: true,
      show: ({ stats }) => rate(stats?.click.unique, stats?.sent.accepted),
    },
    {
      key: 'left',
      word: words.left,
      isNumber: true,
      show: ({ stats }) => stats && count(stats.unsub.unique),
    },
  ]
}

/** With the subject, by which one knows a mail again. */
function Name({ campaign: { name, subject }, to }: { campaign: Campaign; to: string }) {
  return (
    <Box style={{ minWidth: 0 }}>
      <Anchor component={Link} href={to}>
        {name}
      </Anchor>
      {subject !== null && subject !== '' && (
        <Text size="sm" c="dimmed" lineClamp={1} maw="22rem">
          {subject}
        </Text>
      )}
    </Box>
  )
}

function whenOf({ dispatch }: Campaign, zone: string): string {
  const at = dispatch?.started_at ?? dispatch?.begins_at ?? null
  return at === null ? '' : instantWithoutZone(at, zone)
}

function Sent({ campaign }: { campaign: Campaign }) {
  const { stats } = campaign
  if (stats === null) return null
  const { total, total_is: is, sent, skip, remaining } = stats.recipients
  if (is !== 'counting' && (remaining === 0 || total === 0)) return count(stats.sent.total)
  return (
    <Box>
      <Text component="span" size="sm">
        {words.ofTotal(sent, total, is)}
      </Text>
      {is !== 'counting' && (
        <Progress
          size="sm"
          value={(100 * (sent + skip)) / total}
          aria-label={words.progressOf(campaign.name)}
        />
      )}
    </Box>
  )
}
