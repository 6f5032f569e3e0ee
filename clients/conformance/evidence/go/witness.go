package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// witness is a c2sp.org/tlog-witness for one log, in memory: it cosigns a checkpoint that continues the last one it
// cosigned, as sumdb/tlog judges it, and nothing else.
type witness struct {
	name string
	key  ed25519.PrivateKey
	log  note.Verifier

	mutex sync.Mutex
	seen  tlog.Tree
}

// serveWitness prints the witness's verifier key and address, and serves until standard input ends.
func serveWitness(logKey, name string) error {
	log, err := note.NewVerifier(logKey)
	if err != nil {
		return err
	}
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	one := &witness{name: name, key: key, log: log}
	http.HandleFunc("POST /add-checkpoint", one.addCheckpoint)
	go http.Serve(listener, nil)
	fmt.Printf("%s http://%s\n", one.verifierKey(), listener.Addr())
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

const cosignatureType = 0x04

func (w *witness) keyHash() []byte {
	public := w.key.Public().(ed25519.PublicKey)
	hash := sha256.Sum256(append([]byte(w.name+"\n"+string(rune(cosignatureType))), public...))
	return hash[:4]
}

func (w *witness) verifierKey() string {
	public := append([]byte{cosignatureType}, w.key.Public().(ed25519.PublicKey)...)
	return fmt.Sprintf("%s+%x+%s", w.name, w.keyHash(), base64.StdEncoding.EncodeToString(public))
}

func (w *witness) addCheckpoint(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(io.LimitReader(request.Body, 1<<16))
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	head, signed, found := strings.Cut(string(body), "\n\n")
	if !found {
		http.Error(response, "no empty line", http.StatusBadRequest)
		return
	}
	opened, err := note.Open([]byte(signed), note.VerifierList(w.log))
	var unknown *note.UnverifiedNoteError
	if errors.As(err, &unknown) {
		http.Error(response, "no signature by the log", http.StatusForbidden)
		return
	}
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	tree, err := parseTree(opened.Text, w.log.Name())
	if err != nil {
		http.Error(response, err.Error(), http.StatusNotFound)
		return
	}
	old, proof, err := parseHead(head)
	if err != nil || old > tree.N {
		http.Error(response, "malformed", http.StatusBadRequest)
		return
	}

	w.mutex.Lock()
	defer w.mutex.Unlock()
	if old != w.seen.N {
		response.Header().Set("Content-Type", "text/x.tlog.size")
		response.WriteHeader(http.StatusConflict)
		fmt.Fprintf(response, "%d\n", w.seen.N)
		return
	}
	if old == tree.N && old > 0 && tree.Hash != w.seen.Hash {
		response.WriteHeader(http.StatusConflict)
		fmt.Fprintf(response, "%d\n", w.seen.N)
		return
	}
	if old > 0 && tlog.CheckTree(proof, tree.N, tree.Hash, old, w.seen.Hash) != nil {
		http.Error(response, "the proof does not verify", http.StatusUnprocessableEntity)
		return
	}
	w.seen = tree
	fmt.Fprint(response, w.cosign(opened.Text))
}

func (w *witness) cosign(text string) string {
	now := uint64(time.Now().Unix())
	signature := ed25519.Sign(w.key, []byte(fmt.Sprintf("cosignature/v1\ntime %d\n%s", now, text)))
	line := append(binary.BigEndian.AppendUint64(w.keyHash(), now), signature...)
	return fmt.Sprintf("\u2014 %s %s\n", w.name, base64.StdEncoding.EncodeToString(line))
}

func parseTree(text, origin string) (tlog.Tree, error) {
	lines := strings.Split(text, "\n")
	if len(lines) != 4 || lines[0] != origin {
		return tlog.Tree{}, errors.New("another log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	hash, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: hash}, err
}

func parseHead(head string) (int64, tlog.TreeProof, error) {
	lines := strings.Split(head, "\n")
	digits, found := strings.CutPrefix(lines[0], "old ")
	if !found {
		return 0, nil, errors.New("no old size")
	}
	old, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, nil, err
	}
	var proof tlog.TreeProof
	for _, line := range lines[1:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return 0, nil, err
		}
		proof = append(proof, hash)
	}
	return old, proof, nil
}
