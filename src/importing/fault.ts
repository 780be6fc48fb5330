/** Fails the import. `message` is shown to its owner. */
export class ImportFault extends Error {}
