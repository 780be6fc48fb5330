import { Anchor, Button } from '@mantine/core'
import { Link } from 'wouter'
import { listMailingLists } from '../../src/contract/lists/endpoints.ts'
import { createSegment, listSegments } from '../../src/contract/segments/endpoints.ts'
import { useCall } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization, usePageParam } from '../app/places.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Pages, Rows } from '../design/table.tsx'
import { segmentWords as words } from '../words/audience/segments.ts'

export default function Segments() {
  const may = useMay()
  const at = useInOrganization()
  const [page, turn] = usePageParam()
  const segments = useCall(listSegments, { query: { page, per_page: 50 } }, { keep: true })
  const lists = useCall(listMailingLists, { query: { per_page: 2000 } })
  const nameOf = (id: number) => lists.data?.data.find((list) => list.id === id)?.name ?? ''
  const create = may(createSegment) && (
    <Button component={Link} href={at('/segments/new')}>
      {words.create}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Panel flush>
        <Answered of={segments}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...words.empty} pageAction={create} />
            ) : (
              <>
                <Rows
                  caption={words.title}
                  rows={data}
                  keyOf={({ id }) => id}
                  isOld={segments.isPlaceholderData}
                  columns={[
                    {
                      key: 'name',
                      word: words.name,
                      show: ({ id, name }) => (
                        <Anchor component={Link} href={at(`/segments/${id}`)}>
                          {name}
                        </Anchor>
                      ),
                    },
                    { key: 'list', word: words.list, show: ({ mailing_list_id: id }) => nameOf(id) },
                  ]}
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
