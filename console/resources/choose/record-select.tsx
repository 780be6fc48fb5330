import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { areMany } from '../../design/choices.ts'
import { words as common } from '../../words/app.ts'
import { chooseWords as words } from '../../words/audience/choose.ts'

export type Named = { id: number; name: string }

/** What the server has found: some of `total`. */
export type Found = { records: readonly Named[]; total: number; isLoading: boolean }

/** How many are offered at once: what one looks through rather than types. */
export const offeredMost = 50

/** Fast enough to feel like typing, slow enough for one call a word. */
const quietMs = 150

/** The words that are looked for, `''` for all, and what to say to the select. */
export function useTyped(chosen: Named | null): {
  asked: string
  typing: Typing
  /** Whether the choices have been looked at: what was chosen before is not asked for sooner. */
  isOpened: boolean
} {
  const [isOpened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  // The select writes the name of the choice into its field: that asks for nothing.
  const [asked] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), quietMs)
  const typing = { searchValue: typed, onSearchChange: setTyped, onDropdownOpen: () => setOpened(true) }
  return { asked, typing, isOpened }
}

type Typing = {
  searchValue: string
  onSearchChange: (text: string) => void
  onDropdownOpen: () => void
}

/** @returns what was found, and before it what was chosen lately, if it is more than one sees at a glance. */
export function withRecent(found: Found, recent: readonly Named[] | undefined = []): Found {
  if (recent.length === 0 || !areMany(found.records)) return found
  const first = new Set(recent.map(({ id }) => id))
  const others = found.records.filter(({ id }) => !first.has(id))
  return { ...found, records: [...recent, ...others] }
}

export type RecordSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable' | 'filter'> & {
  value: number | null
  onChange: (id: number | null) => void
  /** The record of `value`, once it is known: it need not be among those that were found. */
  chosen: Named | null
  found: Found
  typing: Typing
}

/** Chooses one of any number of records: the first ones, and others by a part of their name, which the server looks for. */
export function RecordSelect({ value, onChange, chosen, found, typing, ...rest }: RecordSelectProps) {
  const offered = found.records.map(optionOf)
  const isOffered = chosen === null || found.records.some(({ id }) => id === chosen.id)
  const others = found.total - found.records.length
  const more = others > 0 ? [{ value: 'more', label: common.more(others), disabled: true }] : []
  const shown = new Set([...offered, ...more].map((option) => option.value))
  return (
    <Select
      searchable
      nothingFoundMessage={found.isLoading ? words.looking : words.none}
      {...rest}
      {...typing}
      value={value === null ? null : String(value)}
      onChange={(text) => onChange(text === null ? null : Number(text))}
      data={[...offered, ...(isOffered ? [] : [optionOf(chosen)]), ...more]}
      filter={({ options }) => options.filter((option) => 'value' in option && shown.has(option.value))}
    />
  )
}

function optionOf({ id, name }: Named) {
  return { value: String(id), label: name }
}
