import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { areMany } from '../../design/choices.ts'
import { IconArrowUp, IconX } from '@tabler/icons-react'
import { defaultRoute } from '../../../src/contract/resources/virtual-mtas.ts'
import { routeWords } from '../../words/resources.ts'
import type { VirtualMta } from '../queries.ts'
import type { MtaValues } from './virtual-mta-values.ts'

const words = routeWords.mtas.rules

type RoutingRulesProps = {
  form: UseFormReturnType<MtaValues>
  targets: readonly VirtualMta[]
  /** Whether the server has rules that stay if none are entered here. */
  keeps: boolean
}

/** The first rule that matches the domain of the recipient applies: the order is part of them. */
export function RoutingRules({ form, targets, keeps }: RoutingRulesProps) {
  const { rules } = form.getValues()
  const options = targets.map(({ id, name }) => ({
    value: String(id),
    label: id === defaultRoute.id ? routeWords.mtas.types.default_route : name,
  }))
  return (
    <Stack component="fieldset" gap="xs" m={0} p={0} bd="none">
      <Text component="legend" fw={500} size="sm">
        {words.title}
      </Text>
      <Text size="sm" c="dimmed">
        {words.about} {keeps && words.keeps}
      </Text>
      {rules.map((rule, index) => (
        // Rules have no ids; their fields are controlled, so that a place is key enough.
        <Rule key={index} form={form} index={index} target={rule.virtual_mta_id} options={options} />
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          onClick={() => form.insertListItem('rules', { domain: '', virtual_mta_id: defaultRoute.id })}
        >
          {words.add}
        </Button>
      </Group>
    </Stack>
  )
}

type RuleProps = {
  form: UseFormReturnType<MtaValues>
  index: number
  target: number
  options: { value: string; label: string }[]
}

function Rule({ form, index, target, options }: RuleProps) {
  const place = index + 1
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        aria-label={words.domain(place)}
        placeholder={words.example}
        flex={1}
        {...form.getInputProps(`rules.${index}.domain`)}
      />
      <Select
        aria-label={words.target(place)}
        data={options}
        searchable={areMany(options)}
        allowDeselect={false}
        flex={1}
        value={String(target)}
        error={form.errors[`rules.${index}.virtual_mta_id`]}
        onChange={(value) => form.setFieldValue(`rules.${index}.virtual_mta_id`, Number(value))}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={words.up(place)}
        disabled={index === 0}
        onClick={() => form.reorderListItem('rules', { from: index, to: index - 1 })}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={words.remove(place)}
        onClick={() => form.removeListItem('rules', index)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
