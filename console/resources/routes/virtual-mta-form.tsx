import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import {
  virtualMtaInput,
  virtualMtaTypes,
  type VirtualMtaInput,
} from '../../../src/contract/resources/virtual-mtas.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { problemsOf } from '../../design/form.ts'
import { Failure } from '../../design/states.tsx'
import { routeWords } from '../../words/resources.ts'
import type { VirtualMta } from '../queries.ts'
import { SaveOrLeave } from '../edit-resource.tsx'
import { RoutingRules } from './routing-rules.tsx'
import { bodyOfMta, type MtaValues } from './virtual-mta-values.ts'

const words = routeWords.mtas

type VirtualMtaFormProps = {
  /** null: a new one. */
  before: VirtualMta | null
  initial: MtaValues
  all: readonly VirtualMta[]
  change: { isPending: boolean; isError: boolean; error: unknown }
  submit: (body: VirtualMtaInput) => void
  close?: () => void
  className?: string
}

/** Creates a virtual MTA below the table, or changes one in a dialog. */
export function VirtualMtaForm({
  before,
  initial,
  all,
  change,
  submit,
  close,
  className,
}: VirtualMtaFormProps) {
  const form = useForm<MtaValues>({
    mode: 'controlled',
    initialValues: initial,
    validate: (values) => problemsOf(virtualMtaInput, bodyOfMta(values)),
  })
  useAskBeforeClosing(form.isDirty())
  const { type } = form.getValues()
  // Rules lead to other routes and never to rules.
  const targets = all.filter((mta) => mta.type !== 'routing_rule' && mta.id !== before?.id)
  return (
    <form className={className} onSubmit={form.onSubmit((values) => submit(bodyOfMta(values)))} noValidate>
      <Stack>
        <Group align="flex-start">
          <TextInput label={words.name} data-autofocus {...form.getInputProps('name')} />
          <Select
            label={words.type}
            data={virtualMtaTypes.map((value) => ({ value, label: words.types[value] }))}
            allowDeselect={false}
            {...form.getInputProps('type')}
          />
          {type !== 'routing_rule' && <Own form={form} keeps={before?.type === type} />}
        </Group>
        {type === 'routing_rule' && (
          <RoutingRules form={form} targets={targets} keeps={before?.type === type} />
        )}
        {change.isError && <Failure error={change.error} />}
        {close === undefined ? (
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              {routeWords.add}
            </Button>
          </Group>
        ) : (
          <SaveOrLeave close={close} isSaving={change.isPending} />
        )}
      </Stack>
    </form>
  )
}

/** @param keeps whether the server has a value that an empty field leaves alone */
function Own({ form, keeps }: { form: UseFormReturnType<MtaValues>; keeps: boolean }) {
  const isRelay = form.getValues().type === 'relay_server'
  const kind = isRelay ? words.relay : words.address
  return (
    <TextInput
      label={kind.field}
      description={`${kind.hint} ${keeps ? kind.keeps : kind.empty}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      miw={{ sm: '22rem' }}
      {...form.getInputProps(isRelay ? 'relay_url' : 'local_address')}
    />
  )
}
