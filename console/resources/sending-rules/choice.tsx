import { Anchor, Select, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'wouter'
import { sendingRuleEndpoints } from '../../../src/contract/resources/special-sending-rules.ts'
import { useCall, type Answer } from '../../app/api.ts'
import { areMany } from '../../design/choices.ts'
import { useInOrganization } from '../../app/places.ts'
import { sendingRuleWords } from '../../words/audience/sending-rules.ts'
import { choicesOf, type SendingRule } from './values.ts'

const words = sendingRuleWords.choice

/** The rules for campaigns and autoresponders of a list; on a remote list some of them cannot be used. */
export function useUsableRules(listId: number): SendingRule[] {
  const query = { per_page: 2000, order_by: 'name' }
  const rules = useCall(sendingRuleEndpoints.own.list, { query }) as UseQueryResult<Answer<SendingRule[]>>
  const all = rules.data?.data ?? []
  return all.filter(({ mailing_list_id: only }) => only === null || only === listId)
}

type RuleChoiceProps = {
  rules: readonly SendingRule[]
  /** Of people of a remote list no fields are known. */
  isRemote?: boolean
  value: number | null
  onChange: (id: number | null) => void
  hint?: string
}

/** With what the chosen rule does, in words. */
export function RuleChoice({ rules, isRemote = false, value, onChange, hint = words.hint }: RuleChoiceProps) {
  const at = useInOrganization()
  const chosen = rules.find(({ id }) => id === value)
  return (
    <div>
      <Select
        label={words.label}
        description={hint}
        placeholder={words.none}
        data={choicesOf(rules, isRemote)}
        value={value === null ? null : String(value)}
        clearable
        searchable={areMany(rules)}
        onChange={(id) => onChange(id === null ? null : Number(id))}
      />
      {chosen !== undefined && (
        <Text size="sm" mt={4}>
          {sendingRuleWords.doesOf(chosen).join(' ')}{' '}
          <Anchor component={Link} href={at(`/sending-rules/${chosen.id}`)} size="sm" underline="always">
            {words.show}
          </Anchor>
        </Text>
      )}
    </div>
  )
}
