import { Checkbox, Pill, Stack } from '@mantine/core'
import { chooseWords } from '../../words/audience/choose.ts'
import { ListSelect } from './list-select.tsx'
import { useListNames } from './names.ts'

const words = chooseWords.limit

type Props = {
  /** What the others are for whom: “… do not exist for this key.” */
  hint: string
  value: readonly number[] | null
  set: (ids: number[] | null) => void
}

/** Limits a key or a user to some lists; null: all. */
export function ListLimit({ hint, value, set }: Props) {
  return (
    <Stack gap="md">
      <Checkbox
        label={words.lists}
        description={hint}
        checked={value !== null}
        onChange={({ currentTarget: { checked } }) => set(checked ? [] : null)}
      />
      {value !== null && <SomeLists ids={value} set={set} />}
    </Stack>
  )
}

/** Some lists, each added by the select and taken away by its own button. */
export function SomeLists({ ids, set }: { ids: readonly number[]; set: (ids: number[]) => void }) {
  const names = useListNames(ids)
  return (
    <>
      <ListSelect
        label={words.addList}
        value={null}
        onChange={(id) => id !== null && !ids.includes(id) && set([...ids, id])}
        maw="28rem"
      />
      <Pill.Group>
        {ids.map((id) => (
          <Pill
            key={id}
            withRemoveButton
            onRemove={() => set(ids.filter((one) => one !== id))}
            removeButtonProps={{
              'aria-label': words.removeList(names.get(id) ?? String(id)),
              'aria-hidden': false,
              tabIndex: 0,
            }}
          >
            {names.get(id) ?? id}
          </Pill>
        ))}
      </Pill.Group>
    </>
  )
}
