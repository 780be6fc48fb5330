import { NavLink, Popover, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuilding, IconLogout, IconSearch } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { listOrganizations } from '../../../src/contract/organizations/endpoints.ts'
import { search } from '../../../src/contract/organizations/search.ts'
import { Failure } from '../../design/states.tsx'
import { useStep } from '../../users/step.ts'
import { steppingWords as words } from '../../words/session/stepping.ts'
import { useCall } from '../../app/api.ts'
import { leaveBy } from '../../app/reach/leaving.tsx'
import { useOpenSession } from '../../app/session.tsx'

type Named = { id: number; name: string }

/** Steps into another organization, or back out. Opens at once: its button was pressed to fetch it. */
export default function OtherOrganizations({ door, close }: { door: ReactElement; close: () => void }) {
  const { stepped_into: steppedInto } = useOpenSession()
  const [text, setText] = useState('')
  const { others, isKnown } = useOthers(text)
  const step = useStep()
  const [failure, setFailure] = useState<unknown>(null)
  const act = (move: () => Promise<void>) => leaveBy(() => void move().then(close, setFailure))
  return (
    <Popover
      opened
      onDismiss={close}
      position="bottom-start"
      width={320}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>{door}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={words.switch} p="xs">
        <Stack gap="xs">
          <TextInput
            data-autofocus
            aria-label={words.find}
            placeholder={words.find}
            leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {failure !== null && <Failure error={failure} />}
          <ScrollArea.Autosize mah={320} type="auto">
            {steppedInto !== null && text === '' && (
              <NavLink
                component="button"
                label={words.leave(steppedInto.name)}
                leftSection={<IconLogout size={16} stroke={1.75} aria-hidden />}
                onClick={() => act(step.out)}
              />
            )}
            {others.map(({ id, name }) => (
              <NavLink
                key={id}
                component="button"
                label={name}
                leftSection={<IconBuilding size={16} stroke={1.75} aria-hidden />}
                onClick={() => act(() => step.into(id))}
              />
            ))}
          </ScrollArea.Autosize>
          {isKnown && others.length === 0 && (
            <Text size="sm" c="dimmed" px="xs" role="status">
              {text.trim() === '' ? words.typeName : words.noneCalled}
            </Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

const firstMax = 20

/** The search answers inside of an organization, too, where the list has only that one. */
function useOthers(text: string): { others: Named[]; isKnown: boolean } {
  const { organization, ownOrganization, stepped_into: steppedInto } = useOpenSession()
  const [q] = useDebouncedValue(text.trim(), 150)
  const query = { minimal: true, order_by: 'name', per_page: firstMax } as const
  const first = useCall(listOrganizations, { query }, { enabled: q === '' && steppedInto === null })
  const found = useCall(search, { query: { q } }, { enabled: q !== '', keep: true })
  const named =
    q === ''
      ? (first.data?.data ?? [])
      : (found.data?.data ?? []).filter(({ kind }) => kind === 'organization')
  return {
    others: named.filter(({ id }) => id !== organization.id && id !== ownOrganization.id),
    isKnown: q === '' ? steppedInto !== null || first.isSuccess : found.isSuccess && !found.isPlaceholderData,
  }
}
