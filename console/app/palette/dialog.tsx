import '@mantine/spotlight/styles.layer.css'
import { Modal, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { search, type Found } from '../../../src/contract/organizations/search.ts'
import { useStep } from '../../users/step.ts'
import { importName } from '../../words/audience/import-name.ts'
import { paletteWords as words } from '../../words/session/palette.ts'
import { useCall } from '../api.ts'
import { useInOrganization } from '../places.ts'
import { leaveBy, useGo } from '../reach/leaving.tsx'
import { closest } from './closeness.ts'
import { useBeginnings, useOwnActs, usePages, useRecent, type Command } from './commands.ts'

/** Finds records, goes to pages, does what needs no page. */
export default function Palette({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const [query, setQuery] = useState('')
  const fitting = (commands: readonly Command[]) => closest(query, commands, ({ label }) => label)
  const groups = [
    { label: words.find, commands: useFound(query) },
    { label: words.recent, commands: fitting(useRecent()) },
    { label: words.go, commands: fitting(usePages()) },
    { label: words.act, commands: fitting([...useBeginnings(), ...useOwnActs()]) },
  ]
  return (
    <Spotlight.Root
      forceOpened={isOpen}
      onSpotlightClose={close}
      query={query}
      onQueryChange={setQuery}
      clearQueryOnClose
      shortcut={null}
      scrollable
      maxHeight={420}
    >
      <Modal.Title style={{ position: 'absolute', clipPath: 'inset(50%)' }}>{words.open}</Modal.Title>
      <Spotlight.Search
        placeholder={words.placeholder}
        aria-label={words.open}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Group key={group.label} {...group} close={close} />
        ))}
        {groups.every(({ commands }) => commands.length === 0) && (
          <Spotlight.Empty>{words.nothing}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <Text size="xs" c="dimmed" px="md" py="xs" visibleFrom="sm">
        {words.hint}
      </Text>
    </Spotlight.Root>
  )
}

type GroupProps = { label: string; commands: readonly Command[]; close: () => void }

function Group({ label, commands, close }: GroupProps) {
  if (commands.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={label}>
      {commands.map(({ key, label: word, description, run }) => (
        <Spotlight.Action
          key={key}
          label={word}
          {...(description !== undefined && { description })}
          onClick={() => {
            run()
            close()
          }}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

function useFound(query: string): Command[] {
  const go = useGo()
  const at = useInOrganization()
  const step = useStep()
  const [q] = useDebouncedValue(query.trim(), 150)
  const { data } = useCall(search, { query: { q } }, { enabled: q.length > 1, keep: true })
  if (q.length < 2) return []
  return (data?.data ?? []).map((one) => {
    const { kind, id, name, mailing_list: list } = one
    const isOrganization = kind === 'organization'
    return {
      key: `${kind} ${id} ${list?.id ?? ''}`,
      label: isOrganization ? words.stepInto(name) : kind === 'import' ? importName(name) : name,
      description: words.of(words.kinds[kind], list?.name),
      run: () => (isOrganization ? leaveBy(() => void step.into(id)) : go(at(placeOf(one)))),
    }
  })
}

function placeOf({ kind, id, mailing_list: list }: Found): string {
  const places = {
    person: `/lists/${list?.id}/people/${id}`,
    campaign: `/campaigns/${id}`,
    list: `/lists/${id}`,
    segment: `/segments/${id}`,
    import: `/imports/${id}`,
    organization: '',
  }
  return places[kind]
}
