import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
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
  typing: { searchValue: string; onSearchChange: (text: string) => void }
} {
  const [typed, setTyped] = useState('')
  // The select writes the name of the choice into its field: that asks for nothing.
  const [asked] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), quietMs)
  return { asked, typing: { searchValue: typed, onSearchChange: setTyped } }
}

export type RecordSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable' | 'filter'> & {
  value: number | null
  onChange: (id: number | null) => void
  /** The record of `value`, once it is known: it need not be among those that were found. */
  chosen: Named | null
  found: Found
  typing: { searchValue: string; onSearchChange: (text: string) => void }
}

/** Chooses one of any number of records: the first ones, and others by a part of their name, which the server looks for. */
export function RecordSelect({ value, onChange, chosen, found, typing, ...rest }: RecordSelectProps) {
  const offered = found.records.map(optionOf)
  const isOffered = chosen === null || found.records.some(({ id }) => id === chosen.id)
  const others = found.total - found.records.length
  const more = others > 0 ? [{ value: 'more', label: words.more(others), disabled: true }] : []
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
