/** With `listId`: only if the list exists and the record belongs to it. */
export type RecordPlace = { id: number; listId: number | undefined }
