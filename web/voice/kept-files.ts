/**
 * Files that wait to be sent, kept in this browser so that they survive a reload. A browser that
 * keeps none has them until the page is closed.
 */
const inMemory = new Map<string, File>();
const STORE = "files";

export async function keepFile(messageId: string, file: File): Promise<void> {
  inMemory.set(messageId, file);
  await within("readwrite", (files) => files.put(file, messageId));
}

export async function keptFile(messageId: string): Promise<File | null> {
  const found = inMemory.get(messageId) ?? (await within("readonly", (all) => all.get(messageId)));
  return found instanceof File ? found : null;
}

export async function dropFile(messageId: string): Promise<void> {
  inMemory.delete(messageId);
  await within("readwrite", (files) => files.delete(messageId));
}

async function within(
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  try {
    const database = await done(opening());
    const result = await done(work(database.transaction(STORE, mode).objectStore(STORE)));
    database.close();
    return result;
  } catch {
    // Forbidden or full: then this browser just remembers less.
    return undefined;
  }
}

function opening(): IDBOpenDBRequest {
  const request = indexedDB.open("askline-voice", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return request;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("Nothing could be kept."));
  });
}
