import { Button, Checkbox, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { logInProviderInput } from '../../../src/contract/resources/log-in-providers.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { useOpenSession } from '../../app/session.tsx'
import { problemsOf } from '../../design/form.ts'
import { Failure } from '../../design/states.tsx'
import { RoleSelect } from './role-select.tsx'
import { PermissionMatrix } from '../../users/team/fields.tsx'
import { providerWords as words } from '../../words/session/log-in-providers.ts'
import { SaveOrLeave } from '../edit-resource.tsx'
import { GroupRights } from './group-rights.tsx'
import { bodyOf, type ProviderValues } from './provider-values.ts'

type Form = UseFormReturnType<ProviderValues>

type ProviderFormProps = {
  initial: ProviderValues
  isNew: boolean
  change: { isPending: boolean; isError: boolean; error: unknown }
  submit: (body: ReturnType<typeof bodyOf>) => void
  /** In a dialog. */
  close?: () => void
}

export function ProviderForm({ initial, isNew, change, submit, close }: ProviderFormProps) {
  const form = useForm<ProviderValues>({
    mode: 'controlled',
    initialValues: initial,
    validate: (values) => problemsOf(logInProviderInput, bodyOf(values)),
  })
  useAskBeforeClosing(form.isDirty())
  const { permissions, role_id: roleId, group_rights: rights } = form.getValues()
  return (
    <form onSubmit={form.onSubmit((values) => submit(bodyOf(values)))} noValidate>
      <Stack>
        <Connection form={form} isNew={isNew} />
        <Rules form={form} isNew={isNew} />
        <RoleSelect
          label={words.roleOfNew}
          value={roleId}
          set={(next) => form.setFieldValue('role_id', next)}
        />
        {roleId === null && (
          <>
            <Text c="dimmed">{words.permissions}</Text>
            <PermissionMatrix value={permissions} set={(next) => form.setFieldValue('permissions', next)} />
          </>
        )}
        <GroupRights value={rights} set={(next) => form.setFieldValue('group_rights', next)} />
        {rights.length > 0 && <TextInput label={words.groupsClaim} {...form.getInputProps('groups_claim')} />}
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

const below = ['label', 'input', 'description', 'error'] as const

function Connection({ form, isNew }: { form: Form; isNew: boolean }) {
  const hint = (description: string) => ({ description, inputWrapperOrder: [...below] })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label={words.name} {...hint(words.nameHint)} {...form.getInputProps('name')} />
      <TextInput label={words.issuer} {...hint(words.issuerHint)} {...form.getInputProps('issuer')} />
      <TextInput label={words.clientId} autoComplete="off" {...form.getInputProps('client_id')} />
      <PasswordInput
        label={words.secret}
        {...hint(isNew ? words.secretNew : words.secretKeeps)}
        autoComplete="new-password"
        {...form.getInputProps('client_secret')}
      />
      <TextInput
        label={words.domains}
        {...hint(words.domainsHint)}
        {...form.getInputProps('email_domains')}
      />
      {!form.getValues().back_channel_log_out && (
        <TextInput label={words.minutes} inputMode="numeric" {...form.getInputProps('session_minutes')} />
      )}
    </SimpleGrid>
  )
}

const systemOrganizationId = 1

function Rules({ form, isNew }: { form: Form; isNew: boolean }) {
  const { organization } = useOpenSession()
  const box = (
    name: 'active' | 'creates_users' | 'required' | 'for_all_organizations' | 'back_channel_log_out',
  ) => form.getInputProps(name, { type: 'checkbox' })
  return (
    <Stack gap="xs">
      {!isNew && <Checkbox label={words.active} {...box('active')} />}
      <Checkbox label={words.creates} {...box('creates_users')} />
      <Checkbox label={words.endsHere} description={words.endsHereHint} {...box('back_channel_log_out')} />
      {organization.id === systemOrganizationId && (
        <Checkbox label={words.forAll} {...box('for_all_organizations')} />
      )}
      {!isNew && <Checkbox label={words.required} description={words.requiredHint} {...box('required')} />}
    </Stack>
  )
}
