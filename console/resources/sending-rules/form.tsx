import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { ListSelect, useList } from '../choose/list-select.tsx'
import { useAskBeforeClosing, useIsChanged } from '../../app/reach/unsaved.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { useChoices } from '../../segments/choices.ts'
import { explained } from '../../segments/explain.ts'
import { clausesOf, type NamedClause } from '../../segments/to-clauses.ts'
import { sendingRuleWords as words } from '../../words/audience/sending-rules.ts'
import { Condition, Hours, Limit } from './parts.tsx'
import { bodyOf, type RuleBody, type RuleValues } from './values.ts'

type RuleFormProps = {
  initial: RuleValues
  /** null: the person may only look. */
  save: ((body: RuleBody) => void) | null
  state: { isPending: boolean; isSuccess: boolean; error: unknown }
  beside?: ReactNode
}

/** The three parts of a rule and, beside them, the whole in words. */
export function RuleForm({ initial, save, state, beside }: RuleFormProps) {
  const [values, setValues] = useState(initial)
  const set = (changes: Partial<RuleValues>) => setValues({ ...values, ...changes })
  const isRemote = useList(values.listId)?.is_remote_list === true
  const { choices, known, isReady } = useChoices(isRemote ? null : values.listId, { top: values.top })
  const clauses = clausesOf(values.top, known)
  const isChanged = useIsChanged(values, state)
  useAskBeforeClosing(save !== null && isChanged)
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (clauses !== null) save?.(bodyOf(values, clauses))
        }}
      >
        <Stack gap="lg">
          <Panel>
            <Stack gap="md" maw="32rem">
              <TextInput
                label={words.name}
                description={words.nameHint}
                required
                maxLength={255}
                value={values.name}
                onChange={({ currentTarget: { value: name } }) => set({ name })}
              />
              <ListSelect
                label={words.list}
                description={words.listHint}
                placeholder={words.allLists}
                clearable
                value={values.listId}
                onChange={(listId) => set({ listId })}
              />
            </Stack>
          </Panel>
          {isReady && <Condition {...{ values, set, choices }} isIncomplete={clauses === null} />}
          <Limit {...{ values, set }} />
          <Hours {...{ values, set }} fields={choices.fields} />
          <Save mayAct={save !== null} isIncomplete={clauses === null} state={state} />
        </Stack>
      </form>
      <Stack gap="lg">
        {isReady && <Summary values={values} clauses={clauses} />}
        {beside}
      </Stack>
    </SimpleGrid>
  )
}

type SaveProps = Pick<RuleFormProps, 'state'> & { mayAct: boolean; isIncomplete: boolean }

function Save({ mayAct, isIncomplete, state }: SaveProps) {
  return (
    <>
      {state.error !== null && <Failure error={state.error} />}
      {mayAct && (
        <Group>
          <Button type="submit" loading={state.isPending} disabled={isIncomplete}>
            {words.save}
          </Button>
          {state.isSuccess && (
            <Text size="sm" role="status">
              {words.saved}
            </Text>
          )}
        </Group>
      )}
    </>
  )
}

function Summary({ values, clauses }: { values: RuleValues; clauses: readonly NamedClause[] | null }) {
  const rule = bodyOf(values, clauses ?? [])
  const condition =
    clauses === null
      ? words.condition.incomplete
      : clauses.length === 0
        ? ''
        : words.conditionOf(explained(clauses), values.skipWhen)
  const parts = [condition, words.limitOf(rule), words.hoursOf(rule)].filter((part) => part !== '')
  return (
    <Panel title={words.summary}>
      <Stack gap="xs" style={{ overflowWrap: 'anywhere' }}>
        {(parts.length === 0 ? [words.nothing] : parts).map((part) => (
          <Text key={part}>{part}</Text>
        ))}
      </Stack>
    </Panel>
  )
}
