import { Button, Group, PasswordInput, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import {
  databaseConnectionInput,
  databaseTlsModes,
  databaseTypes,
} from '../../../src/contract/resources/database-connections.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { problemsOf } from '../../design/form.ts'
import { Failure } from '../../design/states.tsx'
import { connectionWords as words } from '../../words/audience/remote.ts'
import { SaveOrLeave } from '../edit-resource.tsx'
import { bodyOf, usualPort, type ConnectionValues } from './values.ts'

type ConnectionFormProps = {
  initial: ConnectionValues
  isNew: boolean
  change: { isPending: boolean; isError: boolean; error: unknown }
  submit: (body: ReturnType<typeof bodyOf>) => void
  /** In a dialog. */
  close?: () => void
}

const below = ['label', 'input', 'description', 'error'] as const

export function ConnectionForm({ initial, isNew, change, submit, close }: ConnectionFormProps) {
  const form = useForm<ConnectionValues>({
    mode: 'controlled',
    initialValues: initial,
    validate: (values) => problemsOf(databaseConnectionInput, bodyOf(values)),
  })
  useAskBeforeClosing(form.isDirty())
  const { tls } = form.getValues()
  return (
    <form onSubmit={form.onSubmit((values) => submit(bodyOf(values)))} noValidate>
      <Stack>
        <Fields form={form} isNew={isNew} />
        {tls === 'verify' && (
          <Textarea
            label={words.ca}
            description={words.caHint}
            inputWrapperOrder={[...below]}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('tls_ca')}
          />
        )}
        {change.isError && <Failure error={change.error} />}
        {close === undefined ? (
          <Group>
            <Button type="submit" loading={change.isPending}>
              {words.add}
            </Button>
          </Group>
        ) : (
          <SaveOrLeave close={close} isSaving={change.isPending} />
        )}
      </Stack>
    </form>
  )
}

function Fields({ form, isNew }: { form: UseFormReturnType<ConnectionValues>; isNew: boolean }) {
  const { type } = form.getValues()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label={words.name} data-autofocus {...form.getInputProps('name')} />
      <Select
        label={words.type}
        data={databaseTypes.map((value) => ({ value, label: words.types[value] }))}
        allowDeselect={false}
        {...form.getInputProps('type')}
      />
      <TextInput label={words.host} {...form.getInputProps('host')} />
      <TextInput
        label={words.port}
        inputMode="numeric"
        placeholder={String(usualPort[type])}
        {...form.getInputProps('port')}
      />
      <TextInput label={words.database} {...form.getInputProps('database_name')} />
      <TextInput
        label={words.username}
        description={words.usernameHint}
        inputWrapperOrder={[...below]}
        autoComplete="off"
        {...form.getInputProps('username')}
      />
      <PasswordInput
        label={words.password}
        description={isNew ? words.passwordNew : words.passwordKeeps}
        inputWrapperOrder={[...below]}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <Select
        label={words.tls}
        data={databaseTlsModes.map((value) => ({ value, label: words.tlsModes[value] }))}
        allowDeselect={false}
        {...form.getInputProps('tls')}
      />
    </SimpleGrid>
  )
}
