import { Anchor, Button } from '@mantine/core'
import type { z } from 'zod'
import { Link } from 'wouter'
import {
  createAutoresponder,
  listAutoresponders,
  type autoresponderSchema,
} from '../../../src/contract/autoresponders/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization, usePageParam, useQueryParam } from '../../app/places.ts'
import { ListSelect, useFirstLists } from '../../resources/choose/list-select.tsx'
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
  const lists = useFirstLists()
  const create = may(createAutoresponder) && (lists.data?.data ?? []).length > 0 && (
    <Button component={Link} href={at(`/autoresponders/new${asked === '' ? '' : `?list=${asked}`}`)}>
      {words.fresh.title}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Answered of={lists}>
        {({ data: [first] }) =>
          first === undefined ? (
            <Panel flush>
              <Empty {...words.noLists} />
            </Panel>
          ) : (
            <OfList first={first.id} />
          )
        }
      </Answered>
    </Page>
  )
}

function OfList({ first }: { first: number }) {
  const at = useInOrganization()
  const [page, turn] = usePageParam()
  const [asked, ask] = useQueryParam('list')
  const listId = Number(asked) || first
  const params = { mailing_list_id: listId }
  const found = useCall(listAutoresponders, { params, query: { page, per_page: 50 } }, { keep: true })
  return (
    <>
      <ListSelect
        label={words.list}
        value={listId}
        onChange={(id) => ask(String(id ?? ''))}
        allowDeselect={false}
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
                      show: ({ id, name }) => (
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
