import { Anchor, Button, Select } from '@mantine/core'
import type { z } from 'zod'
import { Link } from 'wouter'
import {
  createAutoresponder,
  listAutoresponders,
  type autoresponderSchema,
} from '../../../src/contract/autoresponders/endpoints.ts'
import { listMailingLists, type MailingList } from '../../../src/contract/lists/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization, usePageParam, useQueryParam } from '../../app/places.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty } from '../../design/states.tsx'
import { Pages, Rows } from '../../design/table.tsx'
import { autoresponderWords as words } from '../../words/autoresponders.ts'

export type Autoresponder = z.output<typeof autoresponderSchema>

/** The autoresponders of one list at a time. */
export default function Autoresponders() {
  const at = useInOrganization()
  const may = useMay()
  const [asked] = useQueryParam('list')
  const lists = useCall(listMailingLists, { query: { per_page: 2000 } })
  const create = may(createAutoresponder) && (lists.data?.data ?? []).length > 0 && (
    <Button component={Link} href={at(`/autoresponders/new${asked === '' ? '' : `?list=${asked}`}`)}>
      {words.fresh.title}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Answered of={lists}>
        {({ data }) =>
          data.length === 0 ? (
            <Panel flush>
              <Empty {...words.noLists} />
            </Panel>
          ) : (
            <OfList lists={data} />
          )
        }
      </Answered>
    </Page>
  )
}

function OfList({ lists }: { lists: readonly MailingList[] }) {
  const at = useInOrganization()
  const [page, turn] = usePageParam()
  const [asked, ask] = useQueryParam('list')
  const list = lists.find(({ id }) => String(id) === asked) ?? lists[0]
  const params = { mailing_list_id: list?.id ?? 0 }
  const found = useCall(listAutoresponders, { params, query: { page, per_page: 50 } }, { keep: true })
  return (
    <>
      <Select
        label={words.list}
        data={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(list?.id)}
        onChange={(value) => ask(value ?? '')}
        allowDeselect={false}
        searchable
        maw={320}
      />
      <Panel flush>
        <Answered of={found}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...words.empty} />
            ) : (
              <>
                <Rows
                  caption={words.title}
                  columns={[
                    {
                      key: 'name',
                      word: words.name,
                      show: ({ id, name, mailing_list_id: listId }) => (
                        <Anchor component={Link} href={at(`/lists/${listId}/autoresponders/${id}`)}>
                          {name}
                        </Anchor>
                      ),
                    },
                    { key: 'trigger', word: words.trigger, show: ({ trigger }) => words.triggers[trigger] },
                    { key: 'delay', word: words.delay, show: words.delayOf },
                    {
                      key: 'state',
                      word: words.state,
                      show: ({ paused }) => (paused ? words.paused : words.running),
                    },
                  ]}
                  rows={data}
                  keyOf={({ id }) => id}
                  isOld={found.isPlaceholderData}
                />
                <Pages paging={paging} turn={turn} />
              </>
            )
          }
        </Answered>
      </Panel>
    </>
  )
}
