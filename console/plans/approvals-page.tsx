import { Anchor, Button, Group, Select } from '@mantine/core'
import { Link } from 'wouter'
import { listPlans } from '../../src/contract/plans/endpoints.ts'
import { listApprovalRules } from '../../src/contract/plans/rules.ts'
import { useCall } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization, usePageParam, useQueryParam, useZone } from '../app/places.ts'
import { instantWithoutZone } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Pages, Rows, type Column } from '../design/table.tsx'
import { askerOf, titleOf, type Plan } from './data.ts'
import { PlanState } from './plan-state.tsx'
import { approvalWords as words } from '../words/audit/approvals.ts'

/** What waits for a decision, and what was decided. */
export default function Approvals() {
  const at = useInOrganization()
  const may = useMay()
  const zone = useZone()
  const [page, turn] = usePageParam()
  const [state, setState] = useQueryParam('state')
  const query = { page, per_page: 50, ...(state === 'waiting' ? { state: 'waiting' as const } : {}) }
  const plans = useCall(listPlans, { query }, { keep: true, everyMs: 5_000 })
  const rules = may(listApprovalRules) && (
    <Button component={Link} variant="default" href={at('/approvals/rules')}>
      {words.rulesLink}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={rules}>
      <Group>
        <Select
          label={words.filter}
          data={Object.entries(words.filters).map(([value, label]) => ({ value, label }))}
          value={state}
          onChange={(value) => setState(value ?? '')}
          allowDeselect={false}
          w={280}
        />
      </Group>
      <Panel flush>
        <Answered of={plans}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...words.empty} />
            ) : (
              <>
                <Rows
                  caption={words.title}
                  rows={data}
                  keyOf={({ id }) => id}
                  isOld={plans.isPlaceholderData}
                  columns={columnsOf(at, zone)}
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

function columnsOf(at: (path: string) => string, zone: string): Column<Plan>[] {
  return [
    {
      key: 'what',
      word: words.what,
      show: (plan) => (
        <Anchor component={Link} href={at(`/approvals/${plan.id}`)}>
          {titleOf(plan)}
        </Anchor>
      ),
    },
    { key: 'who', word: words.who, show: askerOf },
    {
      key: 'when',
      word: words.when,
      show: (plan) => instantWithoutZone(plan.created_at, zone),
    },
    { key: 'state', word: words.state, show: (plan) => <PlanState of={plan.state} /> },
  ]
}
