import { Anchor, Button } from '@mantine/core'
import { Link } from 'wouter'
import { createSegment, listSegments } from '../../src/contract/segments/endpoints.ts'
import { useCall } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization, usePageParam } from '../app/places.ts'
import { useListNames } from '../resources/choose/names.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Pages, Rows } from '../design/table.tsx'
import { segmentWords as words } from '../words/audience/segments.ts'

export default function Segments() {
  const may = useMay()
  const at = useInOrganization()
  const [page, turn] = usePageParam()
  const segments = useCall(listSegments, { query: { page, per_page: 50 } }, { keep: true })
  const names = useListNames((segments.data?.data ?? []).map((one) => one.mailing_list_id))
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
                    { key: 'list', word: words.list, show: ({ mailing_list_id: id }) => names.get(id) },
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
