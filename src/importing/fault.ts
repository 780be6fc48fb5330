/** Fails the import; its owner sees the message. */
export class ImportFault extends Error {}
