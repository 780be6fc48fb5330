import { Anchor, Button, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'wouter'
import { sendingRuleEndpoints } from '../../../src/contract/resources/special-sending-rules.ts'
import { useCall, type Answer } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization, usePageParam } from '../../app/places.ts'
import { useListNames } from '../choose/names.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty } from '../../design/states.tsx'
import { Pages, Rows } from '../../design/table.tsx'
import { sendingRuleWords as words } from '../../words/audience/sending-rules.ts'
import type { SendingRule } from './values.ts'

const { list, create } = sendingRuleEndpoints.own

/** The rules of the organization, and what each does. */
export default function SendingRules() {
  const may = useMay()
  const at = useInOrganization()
  const [page, turn] = usePageParam()
  const query = { page, per_page: 50, order_by: 'name' }
  const rules = useCall(list, { query }, { keep: true }) as UseQueryResult<Answer<SendingRule[]>>
  const names = useListNames((rules.data?.data ?? []).map((one) => one.mailing_list_id))
  const nameOf = (id: number | null) => (id === null ? words.allLists : names.get(id))
  const add = may(create) && (
    <Button component={Link} href={at('/sending-rules/new')}>
      {words.create}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={add}>
      <Panel flush>
        <Answered of={rules}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...words.empty} pageAction={add} />
            ) : (
              <>
                <Rows
                  caption={words.title}
                  rows={data}
                  keyOf={({ id }) => id}
                  isOld={rules.isPlaceholderData}
                  columns={[
                    {
                      key: 'name',
                      word: words.name,
                      show: ({ id, name }) => (
                        <Anchor
                          component={Link}
                          href={at(`/sending-rules/${id}`)}
                          style={{ overflowWrap: 'anywhere' }}
                        >
                          {name}
                        </Anchor>
                      ),
                    },
                    { key: 'list', word: words.list, show: ({ mailing_list_id: id }) => nameOf(id) },
                    { key: 'does', word: words.does, place: 'wide', show: (rule) => <Does rule={rule} /> },
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

function Does({ rule }: { rule: SendingRule }) {
  return (
    <Stack gap={2} maw="36rem">
      {words.doesOf(rule).map((part) => (
        <Text key={part} size="sm">
          {part}
        </Text>
      ))}
    </Stack>
  )
}
