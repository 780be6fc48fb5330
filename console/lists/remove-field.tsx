import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { deleteCustomField, type CustomField } from '../../src/contract/lists/custom-fields.ts'
import { showCustomFieldUses } from '../../src/contract/lists/field-uses.ts'
import { useCall, useChange } from '../app/api.ts'
import { Confirm } from '../design/confirm.tsx'
import { Answered } from '../design/states.tsx'
import { UseList } from '../design/uses.tsx'
import { fieldWords } from '../words/audience/lists.ts'

const words = fieldWords.removal

/** Says first what is lost: values, and what goes on without the field. */
export function RemoveField({ field }: { field: CustomField }) {
  const [isOpen, setOpen] = useState(false)
  const { id, name } = field
  const remove = useChange(deleteCustomField, { done: () => setOpen(false) })
  // What is being deleted must not be fetched again.
  const isAsked = isOpen && (remove.isIdle || remove.isError)
  const uses = useCall(showCustomFieldUses, { params: { id } }, { enabled: isAsked })
  const isNeeded = (uses.data?.data.dependencies.length ?? 1) > 0
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        color="gray"
        aria-label={words.of(name)}
        onClick={() => setOpen(true)}
      >
        {words.button}
      </Button>
      <Confirm
        isOpen={isOpen}
        title={words.title(name)}
        action={words.action(name)}
        act={() => remove.mutate({ params: { id } })}
        close={() => setOpen(false)}
        isWorking={remove.isPending}
        isOff={isNeeded}
        error={remove.error}
      >
        <Answered of={uses}>
          {({ data: { subscribers, subscribers_estimate: estimate, dependencies, mentions } }) => (
            <Stack gap="sm">
              {dependencies.length > 0 ? (
                <>
                  <Text>{words.needed}</Text>
                  <UseList uses={dependencies} />
                </>
              ) : (
                <Text>{words.lost(subscribers, estimate)}</Text>
              )}
              {dependencies.length === 0 && mentions.length > 0 && (
                <>
                  <Text>{words.mentioned(name)}</Text>
                  <UseList uses={mentions} />
                </>
              )}
            </Stack>
          )}
        </Answered>
      </Confirm>
    </>
  )
}
