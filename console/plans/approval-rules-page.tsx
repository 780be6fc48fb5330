import { Checkbox, MultiSelect, NumberInput, Stack, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import {
  approvalKinds,
  listApprovalRules,
  updateApprovalRules,
  type ApprovalKind,
  type ApprovalRule,
} from '../../src/contract/plans/rules.ts'
import { listUsers } from '../../src/contract/users/endpoints.ts'
import { useCall, useChange } from '../app/api.ts'
import { useInOrganization } from '../app/places.ts'
import { Page, Panel } from '../design/page.tsx'
import { Save } from '../design/save.tsx'
import { Answered } from '../design/states.tsx'
import { approvalWords } from '../words/audit/approvals.ts'

const words = approvalWords.rules

/** Kinds of which a number of people decides whether they need an approval. */
const counted: readonly ApprovalKind[] = ['import', 'export', 'bulk_change', 'campaign', 'autoresponder']

/** The rules that hold for all lists; those for one list are made by the API. */
export default function ApprovalRules() {
  const at = useInOrganization()
  const rules = useCall(listApprovalRules, {})
  return (
    <Page title={words.title} lead={words.lead} parent={{ title: approvalWords.title, to: at('/approvals') }}>
      <Answered of={rules}>{({ data }) => <Rules stored={data} />}</Answered>
    </Page>
  )
}

function Rules({ stored }: { stored: readonly ApprovalRule[] }) {
  const [rules, setRules] = useState(stored)
  const users = useCall(listUsers, {})
  const save = useChange(updateApprovalRules)
  const ofLists = stored.filter((rule) => rule.mailing_list_id !== null)
  const options = (users.data?.data ?? []).map(({ id, full_name: name, email }) => ({
    value: String(id),
    label: name === '' ? email : `${name} (${email})`,
  }))
  const put = (kind: ApprovalKind, rule: ApprovalRule | null) =>
    setRules([...rules.filter((one) => !isFor(one, kind)), ...(rule === null ? [] : [rule])])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ body: { approval_rules: [...rules] } })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        {approvalKinds.map((kind) => (
          <Rule
            key={kind}
            kind={kind}
            rule={rules.find((one) => isFor(one, kind)) ?? null}
            users={options}
            change={(rule) => put(kind, rule)}
          />
        ))}
        {ofLists.length > 0 && <Text>{words.ofLists(ofLists.length)}</Text>}
        <Save of={save} isDirty={JSON.stringify(rules) !== JSON.stringify(stored)} word={words.save} isMain />
      </Stack>
    </form>
  )
}

const isFor = (rule: ApprovalRule, kind: ApprovalKind) => rule.kind === kind && rule.mailing_list_id === null

type RuleProps = {
  kind: ApprovalKind
  rule: ApprovalRule | null
  users: readonly { value: string; label: string }[]
  change: (rule: ApprovalRule | null) => void
}

function Rule({ kind, rule, users, change }: RuleProps) {
  const blank = { kind, mailing_list_id: null, above: 0, approver_user_ids: [], emergency_user_ids: [] }
  return (
    <Panel>
      <Stack gap="md" maw="36rem">
        <Checkbox
          label={words.needed(approvalWords.kinds[kind])}
          checked={rule !== null}
          onChange={({ currentTarget: { checked } }) => change(checked ? blank : null)}
        />
        {rule !== null && (
          <>
            {counted.includes(kind) && (
              <NumberInput
                label={words.above}
                min={0}
                max={2_000_000_000}
                allowDecimal={false}
                thousandSeparator=" "
                value={rule.above}
                onChange={(value) => change({ ...rule, above: Number(value) || 0 })}
              />
            )}
            <MultiSelect
              label={words.approvers}
              description={words.approversHint}
              searchable
              data={[...users]}
              value={rule.approver_user_ids.map(String)}
              onChange={(ids) => change({ ...rule, approver_user_ids: ids.map(Number) })}
            />
            <MultiSelect
              label={words.emergency}
              description={words.emergencyHint}
              searchable
              data={[...users]}
              value={rule.emergency_user_ids.map(String)}
              onChange={(ids) => change({ ...rule, emergency_user_ids: ids.map(Number) })}
            />
          </>
        )}
      </Stack>
    </Panel>
  )
}
