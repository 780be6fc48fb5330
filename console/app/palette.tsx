import '@mantine/spotlight/styles.layer.css'
import { Modal, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { createCampaign } from '../../src/contract/campaigns/endpoints.ts'
import { createSubscriberImport } from '../../src/contract/imports/endpoints.ts'
import { search } from '../../src/contract/organizations/search.ts'
import type { Found } from '../../src/contract/organizations/search.ts'
import { createUser } from '../../src/contract/users/endpoints.ts'
import { useStep } from '../users/step.ts'
import { paletteWords as words } from '../words/session/palette.ts'
import { useCall } from './api.ts'
import { useMay } from './may.ts'
import { menuFor } from './menu.ts'
import { useInOrganization } from './places.ts'
import { hasSingleKeys, setSingleKeys } from './single-keys.ts'

type Command = { key: string; label: string; description?: string; run: () => void }

/** Finds records, goes to pages, does what needs no page. */
export default function Palette({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const [query, setQuery] = useState('')
  const found = useFound(query)
  const matching = (commands: readonly Command[]) =>
    commands.filter(({ label }) => label.toLowerCase().includes(query.trim().toLowerCase()))
  const go = matching(usePages())
  const act = matching(useActs())
  const isEmpty = found.length + go.length + act.length === 0
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
        <Group label={words.find} commands={found} close={close} />
        <Group label={words.go} commands={go} close={close} />
        <Group label={words.act} commands={act} close={close} />
        {isEmpty && <Spotlight.Empty>{words.nothing}</Spotlight.Empty>}
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
  const [, go] = useLocation()
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
      label: isOrganization ? words.stepInto(name) : name,
      description: words.of(words.kinds[kind], list?.name),
      run: () => (isOrganization ? void step.into(id) : go(at(placeOf(one)))),
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

function usePages(): Command[] {
  const may = useMay()
  const [, go] = useLocation()
  const at = useInOrganization()
  return menuFor(({ needs }) => needs === undefined || may(needs)).flatMap(({ items }) =>
    items.map(({ word, path, scope }) => ({
      key: path,
      label: word,
      run: () => go(scope === 'organization' ? at(path) : path),
    })),
  )
}

function useActs(): Command[] {
  const may = useMay()
  const [, go] = useLocation()
  const at = useInOrganization()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const hasKeys = hasSingleKeys()
  const acts = [
    { needs: createSubscriberImport, label: words.importFile, run: () => go(at('/imports/new')) },
    { needs: createCampaign, label: words.newCampaign, run: () => go(at('/campaigns/new')) },
    { needs: createUser, label: words.invite, run: () => go(at('/settings/users/new')) },
    { label: words.ownAccount, run: () => go('/me') },
    {
      label: scheme === 'dark' ? words.light : words.dark,
      run: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
    },
    {
      label: hasKeys ? words.singleKeysOff : words.singleKeysOn,
      run: () => setSingleKeys(!hasKeys),
    },
  ]
  return acts
    .filter(({ needs }) => needs === undefined || may(needs))
    .map(({ label, run }) => ({ key: label, label, run }))
}
